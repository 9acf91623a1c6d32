ALTER TABLE "last_backup" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "last_backup" ADD COLUMN "row_count" bigint;--> statement-breakpoint
ALTER TABLE "last_backup" ADD COLUMN "file_count" bigint;--> statement-breakpoint
ALTER TABLE "last_backup" ADD COLUMN "verified_at" timestamp with time zone;