ALTER TABLE "access" VALIDATE CONSTRAINT "access_product_file_id_product_files_id_fk";--> statement-breakpoint
-- Buyers of the current file will get its next versions; all others keep what they bought. Nothing else writes to these rows: the nodes of earlier commits are stopped.
WITH listed AS (
  SELECT line."id", file."id" AS product_file_id, file."file_id", file."name"
  FROM "order_lines" line JOIN "product_files" file ON file."product_id" = line."product_id"
)
UPDATE "access" SET "product_file_id" = listed.product_file_id, "name" = listed."name"
FROM listed
WHERE "access"."line_id" = listed."id" AND "access"."file_id" = listed."file_id";
