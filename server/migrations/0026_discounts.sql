CREATE TABLE "discounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"code" text NOT NULL,
	"percent_off" integer,
	"amount_off_cents" integer,
	"currency" text,
	"product_ids" bigint[],
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	"once_per_buyer" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_one_reduction" CHECK (num_nonnulls("discounts"."percent_off", "discounts"."amount_off_cents") = 1 and ("discounts"."currency" is null) = ("discounts"."amount_off_cents" is null)),
	CONSTRAINT "discounts_percent_within_bounds" CHECK ("discounts"."percent_off" between 1 and 100),
	CONSTRAINT "discounts_amount_positive" CHECK ("discounts"."amount_off_cents" > 0),
	CONSTRAINT "discounts_currency_supported" CHECK ("discounts"."currency" in ('eur', 'usd', 'gbp', 'chf', 'sek', 'nok', 'dkk', 'pln', 'czk', 'ron', 'huf', 'cad', 'aud', 'nzd')),
	CONSTRAINT "discounts_taken_not_negative" CHECK ("discounts"."taken" >= 0)
);
--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_code_unique" ON "discounts" USING btree ("creator_id",lower("code"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_discount_id" ON "orders" USING btree ("discount_id");