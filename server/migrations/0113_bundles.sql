ALTER TABLE "products" DROP CONSTRAINT "products_type_known";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "bundle_id" bigint;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "bundle_name" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "bundle_items" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_bundle_id_products_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_type_known" CHECK ("products"."type" in ('digital', 'physical', 'tip', 'bundle')) NOT VALID;