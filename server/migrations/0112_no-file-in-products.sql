-- compatible from: 0112_no-file-in-products.sql
ALTER TABLE "products" DROP CONSTRAINT "products_file_id_files_id_fk";
--> statement-breakpoint
DROP INDEX "products_file_id";
--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "file_id";
