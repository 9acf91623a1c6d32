import type { Payment } from "../../sales.ts";
import { REFERENCE } from "../../stripe-event.ts";
import type { StoredDispute, sandboxPayments } from "../../tables.ts";

type PaymentRow = typeof sandboxPayments.$inferSelect;

const SESSION_STATUS: Record<Payment["status"], "open" | "complete" | "expired"> = {
  open: "open",
  processing: "complete",
  paid: "complete",
  failed: "complete",
  expired: "expired",
  cancelled: "expired",
};

/** Returns the id of a payment in events about money. */
export function intentOf({ reference }: Pick<PaymentRow, "reference">): string {
  return `pi_${reference.replaceAll("-", "")}`;
}

export function sessionObject(row: PaymentRow) {
  const { id, status, reference, amount, currency } = row;
  return {
    id,
    object: "checkout.session",
    mode: "payment",
    status: SESSION_STATUS[status],
    payment_status: status === "paid" ? "paid" : "unpaid",
    payment_intent: SESSION_STATUS[status] === "complete" ? intentOf(row) : null,
    client_reference_id: reference,
    metadata: { [REFERENCE]: reference },
    amount_total: amount,
    currency,
  };
}

export function intentObject(row: PaymentRow) {
  const { reference, amount, currency } = row;
  return {
    id: intentOf(row),
    object: "payment_intent",
    status: "requires_payment_method",
    metadata: { [REFERENCE]: reference },
    amount,
    currency,
  };
}

export function chargeObject(row: PaymentRow) {
  const { reference, amount, currency } = row;
  const refunded = row.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return {
    id: intentOf(row).replace("pi_", "ch_"),
    object: "charge",
    payment_intent: intentOf(row),
    metadata: { [REFERENCE]: reference },
    amount,
    amount_refunded: refunded,
    refunded: refunded === amount,
    currency,
  };
}

export function disputeObject(row: PaymentRow, { id, amount, status }: StoredDispute) {
  return {
    id,
    object: "dispute",
    payment_intent: intentOf(row),
    amount,
    currency: row.currency,
    status: status === "open" ? "needs_response" : status,
    metadata: {},
  };
}
