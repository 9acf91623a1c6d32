ALTER TABLE "backup_problem" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "last_backup" ADD COLUMN "file" text;