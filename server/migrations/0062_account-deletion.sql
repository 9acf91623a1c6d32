ALTER TABLE "users" ADD COLUMN "deletion_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "offline_since" timestamp with time zone;