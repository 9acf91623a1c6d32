DROP INDEX CONCURRENTLY IF EXISTS "orders_account_row_id";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_account_row_id" ON "orders" USING btree ("account_row_id") WHERE "orders"."account_row_id" is not null;
