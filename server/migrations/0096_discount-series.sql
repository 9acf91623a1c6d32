CREATE TABLE "discount_series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "discount_series" ADD CONSTRAINT "discount_series_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discount_series_creator_id" ON "discount_series" USING btree ("creator_id");--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_series_id_discount_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."discount_series"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "discounts_series_id" ON "discounts" USING btree ("series_id");