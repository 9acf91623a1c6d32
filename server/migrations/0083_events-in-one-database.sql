-- compatible from: 0083_events-in-one-database.sql
DO $$ BEGIN
  IF EXISTS (SELECT FROM event_location WHERE location <> 'main' OR is_moving) THEN
    RAISE EXCEPTION 'Visits are in a database of their own, which this release does not read. Move them back with the release before: npm run events -- move main';
  END IF;
END $$;--> statement-breakpoint
DROP TABLE "recorded_events";--> statement-breakpoint
DROP TABLE "event_location";
