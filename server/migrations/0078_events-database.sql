CREATE TABLE "recorded_events" (
	"cause" uuid PRIMARY KEY NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_location" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"database_id" uuid NOT NULL,
	"location" text NOT NULL,
	"is_moving" boolean DEFAULT false NOT NULL,
	"rest_since" timestamp with time zone,
	"last_id" bigint,
	CONSTRAINT "event_location_single" CHECK ("event_location"."single"),
	CONSTRAINT "event_location_known" CHECK ("event_location"."location" in ('main', 'own'))
);
--> statement-breakpoint
CREATE INDEX "recorded_events_recorded_at" ON "recorded_events" USING btree ("recorded_at");