import type {
  DisputeStatus,
  OrderStatus,
  PaymentStatus,
  RefundStatus,
} from "../../../contract/rules/order-states.ts";

/** The known money of an order. */
export type OrderMoney = {
  /** True if the buyer left the checkout. */
  isCancelled: boolean;
  /** In the order in which they were started. */
  payments: readonly {
    id: string;
    status: PaymentStatus;
    isHeld: boolean;
    isDuplicate: boolean;
    amountCents: number;
  }[];
  refunds: readonly { paymentId: string; status: RefundStatus; amountCents: number }[];
  disputes: readonly { paymentId: string; status: DisputeStatus; amountCents: number }[];
};

type Payment = OrderMoney["payments"][number];

/** Returns the payment that pays the order, or undefined. */
export function acceptedPayment<P extends Pick<Payment, "status" | "isHeld" | "isDuplicate">>(
  payments: readonly P[],
): P | undefined {
  return payments.find(({ status, isHeld, isDuplicate }) => status === "paid" && !isHeld && !isDuplicate);
}

/** Returns the refunded or processing amount of a payment in minor units. */
export function refundedOf(refunds: OrderMoney["refunds"], paymentId: string): number {
  return refunds
    .filter(
      (refund) => refund.paymentId === paymentId && (refund.status === "done" || refund.status === "pending"),
    )
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Returns the unrefunded amount that the buyer's bank holds or has taken, in minor units. */
export function disputedOf(
  disputes: OrderMoney["disputes"],
  payment: { id: string; amountCents: number },
  refundedCents: number,
): number {
  const sum = disputes
    .filter(({ paymentId, status }) => paymentId === payment.id && isTaken(status))
    .reduce((taken, { amountCents }) => taken + amountCents, 0);
  return Math.min(sum, payment.amountCents - refundedCents);
}

/** Returns the amount that the buyer's bank has taken for good, in minor units. */
export function lostOf(disputes: OrderMoney["disputes"], paymentId: string): number {
  return disputes
    .filter((dispute) => dispute.paymentId === paymentId && dispute.status === "lost")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const isTaken = (status: DisputeStatus) => status === "open" || status === "lost";

/**
 * Derives the status of an order, independent of the number and order of events.
 * A part taken by the bank for good counts like a refunded part.
 */
export function statusOf({ isCancelled, payments, refunds, disputes }: OrderMoney): OrderStatus {
  const paid = acceptedPayment(payments);
  if (!paid) return unpaidStatusOf(isCancelled, payments);
  if (disputes.some(({ paymentId, status }) => paymentId === paid.id && status === "open")) return "disputed";
  const refunded = refundedOf(refunds, paid.id);
  const lost = lostOf(disputes, paid.id);
  if (refunded + lost === 0) return "paid";
  if (lost > 0 && refunded + lost >= paid.amountCents) return "disputed";
  return refunded >= paid.amountCents ? "refunded" : "partially_refunded";
}

function unpaidStatusOf(isCancelled: boolean, payments: readonly Payment[]): OrderStatus {
  const relevant = payments.filter(({ isDuplicate }) => !isDuplicate);
  if (relevant.some(({ status, isHeld }) => status === "processing" || isHeld)) return "processing";
  if (relevant.some(({ status }) => status === "open")) return "pending";
  const last = relevant.at(-1)?.status;
  if (last === undefined) return isCancelled ? "cancelled" : "pending";
  // Only a held payment could still be `paid` here.
  return last === "failed" || last === "expired" ? last : "cancelled";
}

/** Returns how a payment has ended. A provider only knows that it was closed. If the buyer left the checkout, the buyer closed it. */
export function outcomeFor(
  { cancelledAt }: { cancelledAt: Date | null },
  reported: PaymentStatus,
): PaymentStatus {
  return reported === "expired" && cancelledAt ? "cancelled" : reported;
}

const FINAL: ReadonlySet<PaymentStatus> = new Set(["failed", "expired", "cancelled"]);

/** Returns whether a payment ended without known money. */
export const isEnded = (status: PaymentStatus): boolean => FINAL.has(status);

/**
 * Returns the status of a payment after the provider has reported one.
 * Money that arrived stays, and an ended payment never reopens, but a late payment counts.
 */
export function nextPaymentStatus(known: PaymentStatus, reported: PaymentStatus): PaymentStatus {
  if (known === "paid") return "paid";
  if (FINAL.has(known)) return reported === "paid" || reported === "processing" ? reported : known;
  // A processing payment is no longer open, even if an older response says so.
  return known === "processing" && reported === "open" ? known : reported;
}
