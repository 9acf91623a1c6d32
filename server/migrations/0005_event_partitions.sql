-- Written by hand: a table cannot become a partitioned one, so its rows move into another.
ALTER TABLE "events" RENAME TO "events_before";--> statement-breakpoint
ALTER SEQUENCE "events_id_seq" RENAME TO "events_before_id_seq";--> statement-breakpoint
ALTER TABLE "events_before" RENAME CONSTRAINT "events_event_known" TO "events_before_event_known";--> statement-breakpoint
ALTER INDEX "events_creator_id" RENAME TO "events_before_creator_id";--> statement-breakpoint
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
	CONSTRAINT "events_event_known" CHECK ("events"."event" in ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share'))
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
-- For what no month was made for, so that no event is ever refused.
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
	month timestamp;
BEGIN
	FOR month IN
		SELECT DISTINCT date_trunc('month', created_at AT TIME ZONE 'UTC') FROM events_before
		UNION SELECT generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'), now() AT TIME ZONE 'UTC' + interval '3 months', interval '1 month')
	LOOP
		EXECUTE format(
			'CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)',
			'events_' || to_char(month, 'YYYY_MM'), month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'
		);
	END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO "events" OVERRIDING SYSTEM VALUE
	SELECT id, creator_id, tile_id, event, device, country, source, visitor, created_at FROM events_before ORDER BY created_at, id;--> statement-breakpoint
SELECT setval('events_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM events_before), false);--> statement-breakpoint
DROP TABLE "events_before";--> statement-breakpoint
CREATE INDEX "events_creator_id" ON "events" USING btree ("creator_id","created_at");--> statement-breakpoint
-- Rows come and go here all the time: swept by their number, not by a share of the table, and the counts keep room for their next version.
ALTER TABLE "pending_counts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);--> statement-breakpoint
ALTER TABLE "daily_counts" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "daily_tile_counts" SET (fillfactor = 80);--> statement-breakpoint
-- The counts of what is there already.
INSERT INTO "daily_counts"
	SELECT e.creator_id, (e.created_at AT TIME ZONE 'UTC')::date AS day, k.kind, k.name, count(*)
	FROM events e CROSS JOIN LATERAL (VALUES
		('event', e.event),
		('device', CASE WHEN e.event = 'page_view' THEN e.device END),
		('country', CASE WHEN e.event = 'page_view' THEN e.country END),
		('source', CASE WHEN e.event = 'page_view' THEN e.source END)
	) k (kind, name)
	WHERE k.name IS NOT NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO "daily_tile_counts"
	SELECT tile_id, (created_at AT TIME ZONE 'UTC')::date, event, count(*) FROM events
	WHERE tile_id IS NOT NULL AND event IN ('tile_click', 'purchase') GROUP BY 1, 2, 3
	UNION ALL
	SELECT t.id, (t.created_at AT TIME ZONE 'UTC')::date, 'page_view', count(*)
	FROM tiles t JOIN events e ON e.creator_id = t.creator_id AND e.event = 'page_view'
		AND e.created_at >= t.created_at
		AND e.created_at < (date_trunc('day', t.created_at AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
	GROUP BY 1, 2;
