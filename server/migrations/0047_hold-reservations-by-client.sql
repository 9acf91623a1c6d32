ALTER TABLE "orders" ADD COLUMN "reserved_by" text;--> statement-breakpoint
CREATE INDEX "orders_reserved_by" ON "orders" USING btree ("reserved_by") WHERE "orders"."reserved_by" is not null;