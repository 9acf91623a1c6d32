ALTER TABLE "products" ADD COLUMN "buyer_message" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "buyer_link_label" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "buyer_link_url" text;