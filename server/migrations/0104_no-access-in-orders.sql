-- compatible from: 0104_no-access-in-orders.sql
ALTER TABLE "orders" DROP CONSTRAINT "orders_file_id_files_id_fk";
--> statement-breakpoint
DROP INDEX "orders_download_token_hash_unique";
--> statement-breakpoint
DROP INDEX "orders_file_id";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "file_id";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "keep_access";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "access_ended_at";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "download_token_hash";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "download_generation";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "download_expires_at";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "download_count";
