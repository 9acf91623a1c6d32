-- compatible from: 0108_values-of-earlier-rows.sql
-- Rows of commit 25e65fde and before get the values that later ones write.
UPDATE "email_changes" SET "undoes_since" = "requested_at" - interval '72 hours' WHERE "undoes_since" IS NULL;--> statement-breakpoint
UPDATE "payment_events" SET "deauthorized" = "resource" = 'account' AND "type" = 'account.application.deauthorized' WHERE "deauthorized" IS NULL;--> statement-breakpoint
UPDATE "backup_problem" SET "kind" = 'other' WHERE "kind" IS NULL;--> statement-breakpoint
DELETE FROM "last_backup" WHERE "bytes" IS NULL;--> statement-breakpoint
DELETE FROM "sessions" WHERE "method" IS NULL;--> statement-breakpoint
UPDATE "campaigns" SET "page_key" = translate(encode(substring(uuid_send(gen_random_uuid()) FOR 12), 'base64'), '+/', '-_') WHERE "creator_id" IS NOT NULL AND "page_key" IS NULL;--> statement-breakpoint
ALTER TABLE "email_changes" ALTER COLUMN "undoes_since" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "method" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ALTER COLUMN "deauthorized" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "payment_events" ALTER COLUMN "deauthorized" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_problem" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "last_backup" ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "last_backup" ALTER COLUMN "row_count" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "last_backup" ALTER COLUMN "file_count" SET NOT NULL;
