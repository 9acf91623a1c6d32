DROP INDEX CONCURRENTLY IF EXISTS "audit_log_subject";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_subject" ON "audit_log" USING btree ("subject_id","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_paid_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_paid_at" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;
