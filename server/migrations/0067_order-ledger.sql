CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"creator_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"amount_cents" integer DEFAULT 0 NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"shipping_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"disputed_cents" integer DEFAULT 0 NOT NULL,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"fee_returned_cents" integer DEFAULT 0 NOT NULL,
	"provider_fee_cents" integer DEFAULT 0 NOT NULL,
	"unknown_provider_fees" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_creator_id_at" ON "ledger_entries" USING btree ("creator_id","at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_order_id" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_at" ON "ledger_entries" USING btree ("at");--> statement-breakpoint
-- Writes what changed of a paid order, whoever changes it: a node of the release before does as well.
-- A provider's fee is of the time of the sale, even if it is reported later; refunds and disputes are of now.
CREATE FUNCTION book_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_first boolean := TG_OP = 'INSERT';
  sold ledger_entries%rowtype;
  moved ledger_entries%rowtype;
  unknown_before integer := 0;
  unknown_now integer := (new.provider NOT IN ('mock', 'free') AND new.amount_cents > 0 AND new.provider_fee_cents IS NULL)::integer;
BEGIN
  IF NOT is_first THEN is_first := old.paid_at IS NULL; END IF;
  IF is_first THEN
    INSERT INTO ledger_entries (order_id, creator_id, at, sales, amount_cents, discount_cents, shipping_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents, provider_fee_cents, unknown_provider_fees)
    VALUES (new.id, new.creator_id, new.paid_at, 1, new.amount_cents, new.discount_cents, new.shipping_cents, new.refunded_cents, new.disputed_cents, new.fee_cents, new.fee_returned_cents, coalesce(new.provider_fee_cents, 0), unknown_now);
    RETURN NULL;
  END IF;
  unknown_before := (old.provider NOT IN ('mock', 'free') AND old.amount_cents > 0 AND old.provider_fee_cents IS NULL)::integer;
  sold.amount_cents := new.amount_cents - old.amount_cents;
  sold.discount_cents := new.discount_cents - old.discount_cents;
  sold.shipping_cents := new.shipping_cents - old.shipping_cents;
  sold.fee_cents := new.fee_cents - old.fee_cents;
  sold.provider_fee_cents := coalesce(new.provider_fee_cents, 0) - coalesce(old.provider_fee_cents, 0);
  sold.unknown_provider_fees := unknown_now - unknown_before;
  IF (sold.amount_cents, sold.discount_cents, sold.shipping_cents, sold.fee_cents, sold.provider_fee_cents, sold.unknown_provider_fees) <> (0, 0, 0, 0, 0, 0) THEN
    INSERT INTO ledger_entries (order_id, creator_id, at, amount_cents, discount_cents, shipping_cents, fee_cents, provider_fee_cents, unknown_provider_fees)
    VALUES (new.id, new.creator_id, new.paid_at, sold.amount_cents, sold.discount_cents, sold.shipping_cents, sold.fee_cents, sold.provider_fee_cents, sold.unknown_provider_fees);
  END IF;
  moved.refunded_cents := new.refunded_cents - old.refunded_cents;
  moved.disputed_cents := new.disputed_cents - old.disputed_cents;
  moved.fee_returned_cents := new.fee_returned_cents - old.fee_returned_cents;
  IF (moved.refunded_cents, moved.disputed_cents, moved.fee_returned_cents) <> (0, 0, 0) THEN
    INSERT INTO ledger_entries (order_id, creator_id, refunded_cents, disputed_cents, fee_returned_cents)
    VALUES (new.id, new.creator_id, moved.refunded_cents, moved.disputed_cents, moved.fee_returned_cents);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_book AFTER INSERT OR UPDATE OF paid_at, amount_cents, discount_cents, shipping_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents, provider_fee_cents ON orders
  FOR EACH ROW WHEN (new.paid_at IS NOT NULL) EXECUTE FUNCTION book_order();
