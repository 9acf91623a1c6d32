ALTER TABLE "orders" ADD COLUMN "imported_id" text;--> statement-breakpoint
-- Imported sales were paid elsewhere and are no part of the books.
CREATE OR REPLACE TRIGGER orders_book AFTER INSERT OR UPDATE OF paid_at, amount_cents, discount_cents, shipping_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents, provider_fee_cents ON orders FOR EACH ROW WHEN ((new.paid_at IS NOT NULL AND new.imported_id IS NULL)) EXECUTE FUNCTION book_order();
