-- Reads what the orders of this moment say, each with its one line, and locks no table: the nodes of earlier commits are stopped.
-- A download without its file was released; when is not known.
INSERT INTO "access" ("order_id", "line_id", "file_id", "starts_at", "ended_at", "ended_reason", "keep", "seed", "link_version", "token_hash", "link_expires_at", "use_count")
SELECT o."id", line."id", o."file_id", o."paid_at",
  coalesce(o."access_ended_at", CASE WHEN o."file_id" IS NULL THEN now() END),
  CASE WHEN o."access_ended_at" IS NOT NULL THEN 'withdrawn' WHEN o."file_id" IS NULL THEN 'released' END,
  o."keep_access", NULL, o."download_generation", o."download_token_hash", o."download_expires_at", o."download_count"
FROM "orders" o JOIN "order_lines" line ON line."order_id" = o."id"
WHERE o."file_id" IS NOT NULL OR o."download_count" > 0 OR o."access_ended_at" IS NOT NULL
ORDER BY o."id";
