CREATE TABLE "order_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"product_id" bigint,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"item_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"shipping_cents" integer DEFAULT 0 NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"media_url" text,
	"accent_id" bigint,
	"stock_reserved" boolean DEFAULT false NOT NULL,
	"shipped_at" timestamp with time zone,
	"tracking" text,
	"withdrawn_at" timestamp with time zone,
	"withdrawal_name" text,
	CONSTRAINT "order_lines_amount_adds_up" CHECK ("order_lines"."amount_cents" = "order_lines"."item_cents" - "order_lines"."discount_cents" + "order_lines"."shipping_cents"),
	CONSTRAINT "order_lines_refunds_within_amount" CHECK ("order_lines"."refunded_cents" between 0 and "order_lines"."amount_cents")
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_order_id_position_unique" ON "order_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_lines_product_id" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_lines_to_ship" ON "order_lines" USING btree ("order_id") WHERE "order_lines"."type" = 'physical' and "order_lines"."shipped_at" is null and "order_lines"."withdrawn_at" is null;
