ALTER TABLE "users" ADD COLUMN "browser_language" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "language" text;