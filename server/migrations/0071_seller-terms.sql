ALTER TABLE "sellers" ADD COLUMN "delivery_time" text;--> statement-breakpoint
ALTER TABLE "sellers" ADD COLUMN "pays_return" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sellers" ADD COLUMN "withdrawal_note" text;