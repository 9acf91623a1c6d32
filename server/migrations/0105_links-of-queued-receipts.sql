-- Receipts that commit 25e65fde queued, failed ones included. Their button linked to the file, and their second link to the order page.
DO $$
BEGIN
  -- A new database has no job queue yet.
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  UPDATE pgboss.job SET data = jsonb_set(data, '{mail}', (data -> 'mail') || jsonb_build_object(
    'hasDownload', coalesce(data #> '{mail,hasDownload}', to_jsonb(data #>> '{mail,links,main,to}' = 'download')),
    'links', jsonb_build_object('main', CASE data #>> '{mail,links,main,to}'
      WHEN 'download' THEN data #> '{mail,links,order}' ELSE data #> '{mail,links,main}' END)))
  WHERE 'mail.deliver' IN (name, source_name) AND state < 'completed' AND data #>> '{mail,mail}' = 'receipt';
END $$;
