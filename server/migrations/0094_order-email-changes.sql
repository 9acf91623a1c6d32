CREATE TABLE "order_email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"from_email" text,
	"to_email" text,
	"by" text NOT NULL,
	"confirm_hash" "bytea" NOT NULL,
	"undo_hash" "bytea" NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "order_link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_email_changes" ADD CONSTRAINT "order_email_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_email_changes_confirm_hash_unique" ON "order_email_changes" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "order_email_changes_undo_hash_unique" ON "order_email_changes" USING btree ("undo_hash");--> statement-breakpoint
CREATE INDEX "order_email_changes_order_id" ON "order_email_changes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_email_changes_requested_at" ON "order_email_changes" USING btree ("requested_at");