ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_bundle_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_type_known";