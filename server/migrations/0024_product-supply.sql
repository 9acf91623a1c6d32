ALTER TABLE "products" ADD COLUMN "min_price_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "stock" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shipping_abroad_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_min_price_within_price" CHECK ("products"."min_price_cents" between 0 and "products"."price_cents");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_shipping_not_negative" CHECK ("products"."shipping_cents" >= 0 and coalesce("products"."shipping_abroad_cents", 0) >= 0);