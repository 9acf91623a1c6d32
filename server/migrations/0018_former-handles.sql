ALTER TABLE "resting_handles" ADD COLUMN "creator_id" bigint;--> statement-breakpoint
ALTER TABLE "resting_handles" ADD CONSTRAINT "resting_handles_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resting_handles_creator" ON "resting_handles" USING btree ("creator_id");--> statement-breakpoint
-- The creator who gave up a handle by renaming may take it back; nobody else may have it while it is reserved.
CREATE OR REPLACE FUNCTION refuse_resting_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM resting_handles
    WHERE handle = new.handle AND until > now() AND creator_id IS DISTINCT FROM new.id
  ) THEN
    RAISE unique_violation USING MESSAGE = 'the handle is reserved', CONSTRAINT = 'creators_handle_unique';
  END IF;
  RETURN NULL;
END $$;
