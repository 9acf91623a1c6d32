CREATE TABLE "deleted_creators" (
	"creator_id" bigint PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION remember_deleted_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_creators (creator_id) VALUES (old.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER deleted_creators_begin AFTER DELETE ON creators
  FOR EACH ROW EXECUTE FUNCTION remember_deleted_creator();--> statement-breakpoint
-- Those deleted before: which of them still have events is not known.
INSERT INTO "deleted_creators" ("creator_id")
	SELECT id FROM generate_series(1, (SELECT last_value FROM creators_id_seq WHERE is_called)) id
	EXCEPT SELECT id FROM creators;
