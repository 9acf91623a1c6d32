ALTER TABLE "gifts" ADD COLUMN "stop_hash" "bytea";--> statement-breakpoint
CREATE INDEX "gifts_stop_hash" ON "gifts" USING btree ("stop_hash");