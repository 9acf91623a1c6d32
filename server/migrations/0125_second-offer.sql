ALTER TABLE "products" ADD COLUMN "offer_product_id" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "offer_price_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "offer_text" text;