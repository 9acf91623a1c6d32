DROP INDEX CONCURRENTLY IF EXISTS "pending_counts_created_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "pending_counts_created_at" ON "pending_counts" USING btree ("created_at");
