-- Receipts that commit 25e65fde queued, failed ones included. Their button linked to the file, and their second link to the order page.
DO $$
BEGIN
  -- A new database has no job queue yet.
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  UPDATE pgboss.job SET data = jsonb_set(data, '{mail}', (data -> 'mail') || jsonb_build_object(
    'hasDownload', true,
    'links', jsonb_build_object('main', data #> '{mail,links,order}', 'order', NULL)))
  WHERE 'mail.deliver' IN (name, source_name) AND state < 'completed'
    AND data #>> '{mail,mail}' = 'receipt' AND data #>> '{mail,links,main,to}' = 'download';
END $$;
