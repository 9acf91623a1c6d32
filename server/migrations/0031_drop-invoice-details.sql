ALTER TABLE "orders" DROP COLUMN "invoice_company";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "invoice_vat_id";