CREATE TABLE "sale_emails" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unreported_sales" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"creator_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receipt_queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "creator_verified" boolean;--> statement-breakpoint
ALTER TABLE "sale_emails" ADD CONSTRAINT "sale_emails_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreported_sales" ADD CONSTRAINT "unreported_sales_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreported_sales" ADD CONSTRAINT "unreported_sales_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unreported_sales_creator_id" ON "unreported_sales" USING btree ("creator_id");