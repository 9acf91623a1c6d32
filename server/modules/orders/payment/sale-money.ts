import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { OrderTotals } from "../../../../contract/api/order-totals.ts";
import { getsOf, keptFeeOf, netOf, type SaleMoney } from "../../../../contract/rules/sale-money.ts";
import { ledgerEntries } from "../ledger-tables.ts";
import { orders } from "../tables.ts";

/** Returns the sum of a column or expression over a group. */
export const total = (value: SQL | AnyPgColumn) =>
  sql<number>`coalesce(sum(${value}), 0)::bigint`.mapWith(Number);

/** The result of `moneyOf` for an order whose provider's fee is pending. */
const isFeeUnknown = sql`(${orders.provider} not in ('mock', 'free') and ${orders.amountCents} > 0 and ${orders.providerFeeCents} is null)`;

/** Sums the money of paid orders in SQL, as the contract's `moneyOf` does for one. */
export const sumsOfOrders = {
  paid: sql<number>`count(*)`.mapWith(Number),
  amountCents: total(orders.amountCents),
  discountCents: total(orders.discountCents),
  shippingCents: total(orders.shippingCents),
  refundedCents: total(orders.refundedCents),
  disputedCents: total(orders.disputedCents),
  feeCents: total(orders.feeCents),
  feeReturnedCents: total(orders.feeReturnedCents),
  providerFeeCents: total(sql`coalesce(${orders.providerFeeCents}, 0)`),
  unknownProviderFees: total(sql`${isFeeUnknown}::integer`),
} satisfies Record<keyof SaleMoney | "paid", unknown>;

/** Sums the same over the ledger entries of a period. */
export const sumsOfEntries = {
  paid: total(ledgerEntries.sales),
  amountCents: total(ledgerEntries.amountCents),
  discountCents: total(ledgerEntries.discountCents),
  shippingCents: total(ledgerEntries.shippingCents),
  refundedCents: total(ledgerEntries.refundedCents),
  disputedCents: total(ledgerEntries.disputedCents),
  feeCents: total(ledgerEntries.feeCents),
  feeReturnedCents: total(ledgerEntries.feeReturnedCents),
  providerFeeCents: total(ledgerEntries.providerFeeCents),
  unknownProviderFees: total(ledgerEntries.unknownProviderFees),
} satisfies Record<keyof typeof sumsOfOrders, unknown>;

export type SaleSums = SaleMoney & { currency: string; paid: number };

export function presentSums({ currency, paid, ...money }: SaleSums): OrderTotals {
  return {
    currency,
    paid,
    amount_cents: money.amountCents,
    fee_cents: keptFeeOf(money),
    refunded_cents: money.refundedCents,
    disputed_cents: money.disputedCents,
    net_cents: netOf(money),
    discount_cents: money.discountCents,
    shipping_cents: money.shippingCents,
    provider_fee_cents: money.providerFeeCents,
    provider_fees_unknown: money.unknownProviderFees,
    gets_cents: getsOf(money),
  };
}
