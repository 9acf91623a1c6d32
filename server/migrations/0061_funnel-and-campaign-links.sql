CREATE TABLE "funnel_counts" (
	"creator_id" bigint NOT NULL,
	"day" date NOT NULL,
	"event" text NOT NULL,
	"tile_id" bigint,
	"source" text,
	"campaign_id" bigint,
	"country" text,
	"device" text,
	"count" bigint NOT NULL,
	CONSTRAINT "funnel_counts_unique" UNIQUE NULLS NOT DISTINCT("creator_id","day","event","tile_id","source","campaign_id","country","device")
);
--> statement-breakpoint
CREATE TABLE "funnel_marks" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"counted_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaign_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"source" text NOT NULL,
	"product_id" bigint,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weekly_digests" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"last_monday" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_changes" (
	"creator_id" bigint NOT NULL,
	"day" date DEFAULT ((now() at time zone 'UTC')::date) NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint DEFAULT 0 NOT NULL,
	"title" text,
	"currency" text,
	"from_cents" integer,
	"to_cents" integer,
	CONSTRAINT "page_changes_creator_id_day_kind_subject_id_pk" PRIMARY KEY("creator_id","day","kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "campaign_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visit_campaign_id" bigint;--> statement-breakpoint
ALTER TABLE "funnel_counts" ADD CONSTRAINT "funnel_counts_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funnel_marks" ADD CONSTRAINT "funnel_marks_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_links" ADD CONSTRAINT "campaign_links_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_links" ADD CONSTRAINT "campaign_links_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_digests" ADD CONSTRAINT "weekly_digests_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_changes" ADD CONSTRAINT "page_changes_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_links_name_unique" ON "campaign_links" USING btree ("creator_id","name");