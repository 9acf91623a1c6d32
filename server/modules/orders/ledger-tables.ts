import { index, integer, pgTable } from "drizzle-orm/pg-core";
import { bigintColumn, identity, partOf, timestamptz } from "../../platform/database/columns.ts";
import { orders } from "./tables.ts";

const cents = (name: string) => integer(name).notNull().default(0);

/**
 * The ledger of paid orders. The trigger `book_order` adds a row with every change of an order.
 * The entries of an order add up to its columns of the same names.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: identity(),
    orderId: partOf("order_id", () => orders.id),
    /** Of the order; no foreign key, as ids are never used again. */
    creatorId: bigintColumn("creator_id"),
    /** The payment's time for a sale and its fees, otherwise the time at which the refund or dispute became known. */
    at: timestamptz("at").notNull().defaultNow(),
    /** 1 for the sale itself. */
    sales: cents("sales"),
    amountCents: cents("amount_cents"),
    discountCents: cents("discount_cents"),
    shippingCents: cents("shipping_cents"),
    refundedCents: cents("refunded_cents"),
    disputedCents: cents("disputed_cents"),
    feeCents: cents("fee_cents"),
    feeReturnedCents: cents("fee_returned_cents"),
    providerFeeCents: cents("provider_fee_cents"),
    /** 1 while the provider has not reported its fee, −1 once it has. */
    unknownProviderFees: cents("unknown_provider_fees"),
  },
  (table) => [
    index("ledger_entries_creator_id_at").on(table.creatorId, table.at, table.id),
    index("ledger_entries_order_id").on(table.orderId),
    index("ledger_entries_at").on(table.at),
  ],
);
