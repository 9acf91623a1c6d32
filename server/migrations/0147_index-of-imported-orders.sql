DROP INDEX CONCURRENTLY IF EXISTS "orders_imported_id_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "orders_imported_id_unique" ON "orders" USING btree ("creator_id","imported_id") WHERE "orders"."imported_id" is not null;
