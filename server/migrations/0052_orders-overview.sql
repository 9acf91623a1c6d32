DROP INDEX CONCURRENTLY IF EXISTS "orders_creator_paid_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_creator_paid_at" ON "orders" USING btree ("creator_id","paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_to_ship";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_to_ship" ON "orders" USING btree ("creator_id") WHERE "orders"."product_type" = 'physical' and "orders"."shipped_at" is null and "orders"."paid_at" is not null and "orders"."withdrawn_at" is null;
