CREATE TABLE "audience_members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audience_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"email" text NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"source" text NOT NULL,
	"source_title" text NOT NULL,
	"tile_id" bigint,
	"consent_text" text NOT NULL,
	"consented_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"seed" uuid DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea",
	"mails_sent" smallint DEFAULT 0 NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "audience_members_source_known" CHECK ("audience_members"."source" in ('signup', 'order'))
);
--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_event_known";--> statement-breakpoint
ALTER TABLE "tiles" DROP CONSTRAINT "tiles_type_known";--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "button_label" text;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "consent_text" text;--> statement-breakpoint
ALTER TABLE "audience_members" ADD CONSTRAINT "audience_members_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_members" ADD CONSTRAINT "audience_members_tile_id_tiles_id_fk" FOREIGN KEY ("tile_id") REFERENCES "public"."tiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audience_members_once" ON "audience_members" USING btree ("creator_id","email_hash");--> statement-breakpoint
CREATE INDEX "audience_members_list" ON "audience_members" USING btree ("creator_id","consented_at","id");--> statement-breakpoint
CREATE INDEX "audience_members_email_hash" ON "audience_members" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "audience_members_tile_id" ON "audience_members" USING btree ("tile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audience_members_token_hash" ON "audience_members" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "audience_members_unconfirmed" ON "audience_members" USING btree ("consented_at") WHERE "audience_members"."confirmed_at" is null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_event_known" CHECK ("event" in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share', 'signup'));--> statement-breakpoint
ALTER TABLE "tiles" ADD CONSTRAINT "tiles_type_known" CHECK ("tiles"."type" in ('link', 'link_ad', 'product', 'tip', 'content', 'signup'));--> statement-breakpoint
-- Buyers who agreed to news before audiences existed: those who paid with money are confirmed, as they are from now on.
INSERT INTO "audience_members" ("creator_id", "email", "email_hash", "source", "source_title", "tile_id", "consent_text", "consented_at", "confirmed_at")
SELECT DISTINCT ON ("creator_id", lower("buyer_email")) "creator_id", lower("buyer_email"), sha256(convert_to(lower("buyer_email"), 'UTF8')), 'order', "product_name", "tile_id", "marketing_consent_text", "marketing_consent_at", "paid_at"
FROM "orders"
WHERE "creator_id" IS NOT NULL AND "buyer_email" IS NOT NULL AND "restricted_at" IS NULL AND "marketing_consent_text" IS NOT NULL AND "marketing_consent_at" IS NOT NULL
  AND "paid_at" IS NOT NULL AND "mode" = 'live' AND "amount_cents" > 0
ORDER BY "creator_id", lower("buyer_email"), "paid_at";
