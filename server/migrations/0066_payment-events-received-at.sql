DROP INDEX CONCURRENTLY IF EXISTS "payment_events_received_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_events_received_at" ON "payment_events" USING btree ("received_at");
