import type { Transaction } from "../../platform/database/index.ts";
import type { Payment } from "../../platform/payments/sales.ts";
import { completeOrder } from "./completion.ts";
import type { OrderDeps } from "./deps.ts";
import { recordEvent } from "./history.ts";
import { type PaymentRow, readMoney, saveDerivedState } from "./order-state.ts";
import { takeOverPurchase } from "./paid-purchase.ts";
import { findDifference } from "./payment-check.ts";
import { queuePaymentNotice } from "./payment-notices.ts";
import { updatePayment } from "./payment-repository.ts";
import { refundDuplicate } from "./refunds.ts";
import { saveDisputes, saveRefunds } from "./reported-money.ts";
import { type OrderRow, setHeldReason } from "./repository.ts";
import { releaseReservations, restoreReservations } from "./reservations.ts";
import { acceptedPayment, nextPaymentStatus, outcomeFor } from "./status.ts";

export type ReportedPayment = {
  /** Locked by the transaction. */
  order: OrderRow;
  payment: PaymentRow;
  /** What the provider reports now. */
  reported: Payment;
  /** Whether the receipt may be emailed if the order becomes paid. */
  isReceiptAllowed: boolean;
};

/** Saves what the provider reports of a payment and lets it take effect once: delivery, emails, stock. Must be last in its transaction, see `completeOrder`. */
export async function applyPayment(
  tx: Transaction,
  deps: OrderDeps,
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
  await updatePayment(tx, payment, {
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
  });
  await saveRefunds(tx, deps, { order, payment: after, reported });
  await saveDisputes(tx, deps, { order, payment: after, reported });
  if (isHeld && !payment.isHeld) await hold(tx, deps, { order, payment: after, difference });
  if (!isHeld && payment.isHeld) await setHeldReason(tx, order.id, null);
  await reportTransition(tx, deps, { order, before: payment, after });
  if (!order.paidAt && status !== "open" && !hasMoney) await releaseReservations(tx, deps, order.id);
  const isAccepted = hasMoney && !isHeld && !isDuplicate && !isPaidByOther && !order.paidAt;
  const bought = isAccepted ? await takeOverPurchase(tx, deps, order, after) : order;
  await saveDerivedState(tx, order);
  if (!isAccepted || status !== "paid") return;
  const exceeded = await restoreReservations(tx, deps, bought);
  const email = order.buyerEmail ?? reported.email;
  await completeOrder(tx, deps, bought, {
    email,
    country: order.buyerCountry ?? reported.country,
    isReceiptQueued: isReceiptAllowed && email !== null,
    exceeded,
  });
}

type Transition = { order: OrderRow; before: PaymentRow; after: PaymentRow };

/** Records that the status of a payment changed, and emails the buyer what they would not know otherwise. */
async function reportTransition(tx: Transaction, deps: OrderDeps, { order, before, after }: Transition) {
  const record = (what: Parameters<typeof recordEvent>[1]["what"]) =>
    recordEvent(tx, { orderId: order.id, by: "provider", what, amountCents: after.amountCents });
  if (after.isDuplicate && !before.isDuplicate) {
    await record("duplicate_refunded");
    await refundDuplicate(tx, deps, order, after.id);
    await queuePaymentNotice(tx, deps, { order, notice: "duplicate", cause: after.id });
    return;
  }
  if (before.status === after.status || after.isHeld) return;
  if (after.status === "processing") {
    await record("payment_processing");
    await queuePaymentNotice(tx, deps, { order, notice: "processing", cause: after.id });
  }
  if (after.status === "failed") {
    await record("payment_failed");
    // The provider's page shows a declined card; only a buyer whose payment was pending is emailed.
    if (before.status === "processing") {
      await queuePaymentNotice(tx, deps, { order, notice: "failed", cause: after.id });
    }
  }
  if (after.status === "expired") await record("payment_expired");
  if (after.status === "paid" && order.provider !== "mock") await record("paid");
}

/** Keeps a payment that differs from its order from taking effect. Nothing is delivered and nothing returned automatically: the creator and the administrators decide. */
async function hold(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, difference }: { order: OrderRow; payment: PaymentRow; difference: string },
) {
  const { id: orderId } = order;
  deps.log.error(
    { orderId, paymentId: payment.id, difference },
    "payment differs from its order; nothing is delivered",
  );
  await setHeldReason(tx, orderId, difference);
  const { amountCents } = payment;
  await recordEvent(tx, { orderId, by: "system", what: "payment_held", amountCents, note: difference });
  await queuePaymentNotice(tx, deps, { order, notice: "held", cause: payment.id });
}
