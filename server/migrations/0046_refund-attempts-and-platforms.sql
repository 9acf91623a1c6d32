ALTER TABLE "connect_accounts" ADD COLUMN "restriction" jsonb;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "platform_id" text;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "unknown_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "without_fee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "fee_returned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "order_refunds_unfinished" ON "order_refunds" USING btree ("created_at") WHERE "order_refunds"."status" = 'asked' or ("order_refunds"."without_fee" and "order_refunds"."fee_returned_at" is null);