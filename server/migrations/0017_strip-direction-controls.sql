-- Display names accept no direction overrides, isolates or other invisible controls any more; those that are stored lose theirs.
UPDATE "creators"
SET "display_name" = coalesce(nullif(trim(regexp_replace("display_name", E'[\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]', '', 'g')), ''), "handle")
WHERE "display_name" ~ E'[\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]';
