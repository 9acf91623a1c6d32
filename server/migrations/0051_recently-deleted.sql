DROP INDEX "discounts_code_unique";--> statement-breakpoint
DROP INDEX "products_slug_unique";--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "active_before_deletion" boolean;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "active_before_deletion" boolean;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tiles" ADD COLUMN "hidden_before_deletion" boolean;--> statement-breakpoint
CREATE INDEX "discounts_deleted" ON "discounts" USING btree ("creator_id","deleted_at") WHERE "discounts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "products_deleted" ON "products" USING btree ("creator_id","deleted_at") WHERE "products"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "tiles_deleted" ON "tiles" USING btree ("creator_id","deleted_at") WHERE "tiles"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_code_unique" ON "discounts" USING btree ("creator_id",lower("code")) WHERE "discounts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_slug_unique" ON "products" USING btree ("creator_id","slug") WHERE "products"."deleted_at" is null;