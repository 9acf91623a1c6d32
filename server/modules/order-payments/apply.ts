import type { Transaction } from "../../platform/database/index.ts";
import type { Payment } from "../../platform/payments/sales.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { type PaymentRow, readMoney } from "./money.ts";
import type { PaidOrder } from "./order.ts";
import { refundDuplicate } from "./refunds.ts";
import { saveDisputes, saveRefunds } from "./reported-money.ts";
import { updatePayment } from "./repository.ts";
import { acceptedPayment, nextPaymentStatus, outcomeFor } from "./status.ts";

export type ReportedPayment = {
  /** The transaction has locked it. */
  order: PaidOrder;
  payment: PaymentRow;
  /** The provider's current report. */
  reported: Payment;
  /** Whether the receipt may be emailed if the order becomes paid. */
  isReceiptAllowed: boolean;
};

/** Saves the provider's report of a payment, and applies it once. */
export async function applyPayment(
  tx: Transaction,
  deps: OrderPaymentDeps,
  { order, payment, reported, isReceiptAllowed }: ReportedPayment,
): Promise<void> {
  const { payments } = await readMoney(tx, order.id);
  const status = nextPaymentStatus(payment.status, outcomeFor(order, reported.status));
  const hasMoney = status === "paid" || status === "processing";
  const difference = hasMoney ? findDifference(payment, reported) : null;
  const isHeld = difference !== null;
  const isPaidByOther = acceptedPayment(payments.filter(({ id }) => id !== payment.id)) !== undefined;
  const isDuplicate = status === "paid" && !isHeld && (payment.isDuplicate || isPaidByOther);
  const after = { ...payment, status, isHeld, isDuplicate };
  const changes = {
    status,
    isHeld,
    isDuplicate,
    providerId: reported.id,
    intentId: reported.intent ?? payment.intentId,
    url: reported.url ?? payment.url,
    feeReturnedCents: reported.feeReturned ?? payment.feeReturnedCents,
    providerFeeCents: reported.providerFee ?? payment.providerFeeCents,
    method: reported.method ?? payment.method,
    paidAt: status === "paid" ? (payment.paidAt ?? reported.paidAt ?? deps.clock.now()) : null,
  };
  // A payment that ended only here, because the provider could not close it, may still be paid.
  await updatePayment(tx, payment, changes, reported.status === "open" ? "open" : status);
  deps.counts.addStatus(tx, { before: payment.status, after: status });
  await saveRefunds(tx, deps, { order, payment: after, reported });
  await saveDisputes(tx, deps, { order, payment: after, reported });
  if (difference !== null && !payment.isHeld) {
    deps.log.error(
      { orderId: order.id, paymentId: payment.id, difference },
      "payment differs from its order; nothing is delivered",
    );
    await order.onChange(tx, { what: "held", payment: after, difference });
  }
  if (!isHeld && payment.isHeld) await order.onChange(tx, { what: "hold_released", payment: after });
  if (isDuplicate && !payment.isDuplicate) {
    await refundDuplicate(tx, deps, order, after);
  } else if (status !== payment.status && !isHeld) {
    await order.onChange(tx, { what: "status", payment: after, before: payment.status });
  }
  const isAccepted = hasMoney && !isHeld && !isDuplicate && !isPaidByOther;
  await order.onChange(tx, {
    what: "saved",
    payment: after,
    accepted: isAccepted ? { reported, isReceiptAllowed } : null,
  });
}

/**
 * Returns the difference between the provider's report and the order, or null if they match.
 * The platform's fee is not compared, because a provider may report none before the money arrives.
 */
export function findDifference(row: PaymentRow, reported: Payment): string | null {
  const { amountCents, currency, mode } = row;
  if (reported.reference !== null && reported.reference !== row.id) return "reference";
  if (reported.amount !== amountCents) return `amount ${reported.amount} instead of ${amountCents}`;
  if (reported.currency.toLowerCase() !== currency) {
    return `currency ${reported.currency} instead of ${currency}`;
  }
  if (reported.live !== (mode === "live")) return "mode";
  return null;
}
