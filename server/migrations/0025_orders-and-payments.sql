CREATE TABLE "order_addresses" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"line1" text NOT NULL,
	"line2" text,
	"postal_code" text NOT NULL,
	"city" text NOT NULL,
	"state" text,
	"country" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"what" text NOT NULL,
	"amount_cents" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "order_numbers" (
	"creator_id" bigint NOT NULL,
	"mode" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "order_numbers_creator_id_mode_pk" PRIMARY KEY("creator_id","mode")
);
--> statement-breakpoint
CREATE TABLE "order_disputes" (
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"order_id" bigint NOT NULL,
	"order_payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"respond_by" timestamp with time zone,
	"url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_disputes_provider_provider_id_pk" PRIMARY KEY("provider","provider_id"),
	CONSTRAINT "order_disputes_status_known" CHECK ("order_disputes"."status" in ('warning', 'open', 'won', 'lost', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"mode" text,
	"account" text,
	"provider_id" text,
	"intent_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"fee_cents" integer NOT NULL,
	"fee_returned_cents" integer DEFAULT 0 NOT NULL,
	"provider_fee_cents" integer,
	"parameters" jsonb,
	"url" text,
	"expires_at" timestamp with time zone,
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"method" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"next_read_at" timestamp with time zone,
	CONSTRAINT "order_payments_provider_id_unique" UNIQUE("provider","provider_id"),
	CONSTRAINT "order_payments_status_known" CHECK ("order_payments"."status" in ('open', 'processing', 'paid', 'failed', 'expired', 'cancelled')),
	CONSTRAINT "order_payments_fee_below_amount" CHECK ("order_payments"."fee_cents" >= 0 and ("order_payments"."fee_cents" < "order_payments"."amount_cents" or ("order_payments"."fee_cents" = 0 and "order_payments"."amount_cents" = 0)))
);
--> statement-breakpoint
CREATE TABLE "order_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" bigint NOT NULL,
	"order_payment_id" uuid NOT NULL,
	"request_id" uuid,
	"provider_id" text,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"note" text,
	"source" text NOT NULL,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_refunds_request_id_unique" UNIQUE("order_id","request_id"),
	CONSTRAINT "order_refunds_provider_id_unique" UNIQUE("order_payment_id","provider_id"),
	CONSTRAINT "order_refunds_amount_positive" CHECK ("order_refunds"."amount_cents" > 0),
	CONSTRAINT "order_refunds_status_known" CHECK ("order_refunds"."status" in ('asked', 'pending', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_status_known";--> statement-breakpoint
DROP INDEX "orders_unfinished";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "item_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "item_cents" = "amount_cents";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_reserved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stock_reserved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "account_row_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_returned_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "provider_fee_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "seller" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consent_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consent_text" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consent_language" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "marketing_consent_text" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "marketing_consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "keep_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "access_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "restricted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_addresses" ADD CONSTRAINT "order_addresses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_numbers" ADD CONSTRAINT "order_numbers_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_disputes" ADD CONSTRAINT "order_disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_disputes" ADD CONSTRAINT "order_disputes_order_payment_id_order_payments_id_fk" FOREIGN KEY ("order_payment_id") REFERENCES "public"."order_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_order_payment_id_order_payments_id_fk" FOREIGN KEY ("order_payment_id") REFERENCES "public"."order_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_order_id" ON "order_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_disputes_order_id" ON "order_disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_payments_order_id" ON "order_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_payments_intent_id" ON "order_payments" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "order_payments_next_read_at" ON "order_payments" USING btree ("next_read_at") WHERE "order_payments"."next_read_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_unfinished" ON "order_payments" USING btree ("order_id") WHERE "order_payments"."status" = 'open';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_row_id_connect_accounts_id_fk" FOREIGN KEY ("account_row_id") REFERENCES "public"."connect_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_unfinished" ON "orders" USING btree ("created_at") WHERE "orders"."paid_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunds_within_amount" CHECK ("orders"."refunded_cents" between 0 and "orders"."amount_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'failed', 'expired', 'cancelled'));