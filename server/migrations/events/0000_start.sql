-- The tables of visits in a database of their own: those of the main database without what leads to its other tables (decision 81). A test compares both.
CREATE TABLE "event_database" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "event_database_single" CHECK ("single")
);
--> statement-breakpoint
INSERT INTO "event_database" DEFAULT VALUES;--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"creator_id" bigint NOT NULL,
	"tile_id" bigint,
	"event" text NOT NULL,
	"device" text,
	"country" text,
	"source" text,
	"visitor" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"campaign_id" bigint,
	CONSTRAINT "events_event_known" CHECK ("event" in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share', 'signup', 'play'))
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;--> statement-breakpoint
CREATE INDEX "events_creator_id" ON "events" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE TABLE "pending_counts" (
	"creator_id" bigint NOT NULL,
	"tile_id" bigint,
	"event" text NOT NULL,
	"device" text,
	"country" text,
	"source" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
--> statement-breakpoint
CREATE INDEX "pending_counts_creator_id" ON "pending_counts" USING btree ("creator_id");--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"creator_id" bigint NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "daily_counts_creator_id_day_kind_name_pk" PRIMARY KEY("creator_id","day","kind","name")
) WITH (fillfactor = 80);
--> statement-breakpoint
CREATE TABLE "daily_tile_counts" (
	"tile_id" bigint NOT NULL,
	"day" date NOT NULL,
	"event" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "daily_tile_counts_tile_id_day_event_pk" PRIMARY KEY("tile_id","day","event")
) WITH (fillfactor = 80);
--> statement-breakpoint
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
CREATE TABLE "funnel_totals" (
	"creator_id" bigint NOT NULL,
	"day" date NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"page_view" bigint NOT NULL,
	"tile_click" bigint NOT NULL,
	"checkout_start" bigint NOT NULL,
	"signup" bigint NOT NULL,
	"play" bigint NOT NULL,
	CONSTRAINT "funnel_totals_creator_id_day_dimension_key_pk" PRIMARY KEY("creator_id","day","dimension","key")
);
--> statement-breakpoint
CREATE TABLE "funnel_marks" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"counted_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recorded_events" (
	"cause" uuid PRIMARY KEY NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "recorded_events_recorded_at" ON "recorded_events" USING btree ("recorded_at");
