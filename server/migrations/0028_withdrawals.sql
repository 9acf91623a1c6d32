ALTER TABLE "orders" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "withdrawal_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_company" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_vat_id" text;