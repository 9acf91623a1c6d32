-- compatible from: 0095_one-queue-of-campaigns.sql
ALTER TABLE "products" ALTER COLUMN "slug" DROP DEFAULT;
--> statement-breakpoint
-- Creators' emails had queues of their own. Their jobs, failed ones included, move to those of all campaigns.
DO $$
DECLARE
  former text;
  present text;
BEGIN
  -- A new database has no job queue yet.
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  FOR former, present IN VALUES ('marketing.fill-letter', 'marketing.fill'), ('marketing.send-letter', 'marketing.send') LOOP
    UPDATE pgboss.job SET name = present WHERE name = former;
    UPDATE pgboss.job SET source_name = present WHERE name = 'dead' AND source_name = former;
    DELETE FROM pgboss.queue WHERE name = former;
  END LOOP;
END $$;
