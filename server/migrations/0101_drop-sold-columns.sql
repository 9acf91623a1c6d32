-- compatible from: 0101_drop-sold-columns.sql
ALTER TABLE "orders" DROP CONSTRAINT "orders_product_id_products_id_fk";--> statement-breakpoint
DROP INDEX "orders_to_ship";--> statement-breakpoint
DROP INDEX "orders_product_id";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "product_id";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "product_name";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "product_type";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "media_url";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "accent_id";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "stock_reserved";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "shipped_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "tracking";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "withdrawn_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "withdrawal_name";
