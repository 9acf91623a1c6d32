import type { Withdrawal } from "../../../../contract/api/buyer-orders.ts";
import type { ProductType } from "../../../../contract/api/products.ts";
import type { OrderProvider } from "../../../../contract/rules/order-states.ts";

const DAY_MS = 86_400_000;
/** The period of withdrawal (article 9 of directive 2011/83/EU). */
const PERIOD_DAYS = 14;
/** Only the day of shipping is known, so this long is allowed for delivery, which starts the period. */
const DELIVERY_DAYS = 7;

/** The inputs of the right of withdrawal; `amountCents` and `refundedCents` in minor units. */
export type WithdrawalFacts = {
  provider: OrderProvider;
  productType: ProductType;
  amountCents: number;
  refundedCents: number;
  paidAt: Date | null;
  /** The seller when the order was paid, or null for orders without seller details. */
  seller: { is_trader: boolean } | null;
  /** When the buyer agreed to delivery at once. */
  consentAt: Date | null;
  /** How often the file was requested. */
  downloadCount: number;
  shippedAt: Date | null;
  withdrawnAt: Date | null;
};

/** Returns whether a buyer can withdraw at a time, the deadline, and the reason if not. `until` is null while the deadline is unknown. */
export function withdrawalOf(order: WithdrawalFacts, now: Date): Withdrawal {
  const none = (reason: Withdrawal["reason"]) => ({ possible: false, until: null, reason });
  if (order.provider === "mock") return none("mock");
  if (!order.paidAt) return none("not_paid");
  if (order.withdrawnAt) return none("withdrawn");
  if (order.provider === "free" || order.amountCents === 0) return none("free");
  if (order.productType === "tip") return none("tip");
  if (!order.seller?.is_trader) return none("not_a_trader");
  if (order.refundedCents >= order.amountCents) return none("refunded");
  if (order.productType === "digital" && order.consentAt && order.downloadCount > 0) return none("delivered");
  const end = periodEnd(order, order.paidAt);
  const until = end?.toISOString() ?? null;
  if (end && end < now) return { possible: false, until, reason: "period_over" };
  return { possible: true, until, reason: "open" };
}

/** Returns when the period ends: for a file 14 days after payment, for goods 14 days after the assumed delivery, null before they are shipped. */
function periodEnd({ productType, shippedAt }: WithdrawalFacts, paidAt: Date): Date | null {
  if (productType === "digital") return endOfDay(paidAt, PERIOD_DAYS);
  return shippedAt && endOfDay(shippedAt, PERIOD_DAYS + DELIVERY_DAYS);
}

/** Returns the last millisecond (UTC) of the day that is `days` after the day of a time: the day itself is not counted (regulation 1182/71). */
function endOfDay(time: Date, days: number): Date {
  const startOfDay = Math.floor(time.getTime() / DAY_MS) * DAY_MS;
  return new Date(startOfDay + (days + 1) * DAY_MS - 1);
}
