ALTER TABLE "order_payments" ADD COLUMN "purchase" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visit_source" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visit_device" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visit_country" text;