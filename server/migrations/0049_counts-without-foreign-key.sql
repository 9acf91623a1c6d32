-- Deletes the counts with their creator, as the foreign key did, without a check of each row that is inserted.
CREATE FUNCTION delete_daily_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM daily_counts WHERE creator_id = old.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER daily_counts_end AFTER DELETE ON creators
  FOR EACH ROW EXECUTE FUNCTION delete_daily_counts();--> statement-breakpoint
ALTER TABLE "daily_counts" DROP CONSTRAINT "daily_counts_creator_id_creators_id_fk";
