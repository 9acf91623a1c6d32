CREATE TABLE "letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"cta_label" text DEFAULT '' NOT NULL,
	"cta_url" text DEFAULT '' NOT NULL,
	"image_id" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"send_at" timestamp with time zone,
	"scheduled_by" uuid,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_scheduled_by_someone" CHECK (("letters"."send_at" is null) = ("letters"."scheduled_by" is null))
);
--> statement-breakpoint
CREATE TABLE "campaign_link_counts" (
	"campaign_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"url" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_link_counts_campaign_id_place_pk" PRIMARY KEY("campaign_id","place")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "image_id" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "page_key" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "unsubscribed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_link_counts" ADD CONSTRAINT "campaign_link_counts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_list" ON "letters" USING btree ("creator_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("send_at") WHERE "letters"."send_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_page_key" ON "campaigns" USING btree ("page_key");--> statement-breakpoint
-- The path of the emails to an audience.
UPDATE "products" SET "slug" = 'letters-' || "id" WHERE "slug" = 'letters';
