import type { OrderEventKind } from "../../../../contract/api/orders.ts";
import { type DisputeStatus, returnsFees } from "../../../../contract/rules/order-states.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { PaidOrder, PaymentChange, PaymentRow, RefundRow } from "../../order-payments/index.ts";
import { hasGoalOfSales } from "../../tiles/index.ts";
import { setAccessKept } from "../access/repository.ts";
import type { OrderDeps } from "../deps.ts";
import { queueBuyerEmail } from "../emails/buyer-emails.ts";
import { queuePaymentNotice } from "../emails/payment-notices.ts";
import { queueDisputeEmail, queueRefundNotice } from "../emails/refund-emails.ts";
import { recordEvent } from "../history.ts";
import { isLineRefunded } from "../lines/lines.ts";
import { recordOrderWebhook } from "../order-webhooks.ts";
import { refundWithdrawn } from "../refunds/withdrawn-refund.ts";
import { type OrderRow, setHeldReason } from "../repository.ts";
import { completeOrder } from "./completion.ts";
import { saveDerivedState } from "./derived-state.ts";
import { takeOverPurchase } from "./paid-purchase.ts";
import {
  releaseReservations,
  restoreReservations,
  returnUnshippedUnits,
  takeBackReturnedUnits,
} from "./reservations.ts";

/** Applies a change of an order's money to history, emails, stock and delivery. */
export async function onPaymentChange(
  tx: Transaction,
  deps: OrderDeps,
  { order, paid }: { order: OrderRow; paid: PaidOrder },
  change: PaymentChange,
): Promise<void> {
  switch (change.what) {
    case "status":
      return reportStatus(tx, deps, { order, ...change });
    case "duplicate":
      return reportDuplicate(tx, deps, { order, ...change });
    case "held":
      return hold(tx, deps, { order, ...change });
    case "hold_released":
      return setHeldReason(tx, order.id, null);
    case "refund_requested":
      return reportRequestedRefund(tx, { order, ...change });
    case "refund":
      if (change.before === "done") await takeBackReturnedUnits(tx, deps, { order, ...change });
      return reportRefund(tx, deps, { order, ...change });
    case "refund_waits":
      return queueRefundNotice(tx, deps, { order, refund: change.refund });
    case "refund_refused":
      await recordRefund(tx, change.refund, { what: "refund_failed", by: "provider" });
      if (change.isEmailed) await queueRefundNotice(tx, deps, { order, refund: change.refund });
      return;
    case "dispute":
      return reportDispute(tx, deps, { order, paid, ...change });
    case "saved":
      return applyMoney(tx, deps, { order, ...change });
  }
}

type Change<What extends PaymentChange["what"]> = { order: OrderRow } & Extract<
  PaymentChange,
  { what: What }
>;

async function applyMoney(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment: { status, ...payment }, accepted }: Change<"saved">,
): Promise<void> {
  const mayBePaid = status === "open" || status === "processing" || status === "paid";
  if (!order.paidAt && !mayBePaid) await releaseReservations(tx, deps, order.id);
  const isFirst = accepted !== null && !order.paidAt;
  const bought = isFirst ? await takeOverPurchase(tx, deps, order, { status, ...payment }) : order;
  await saveDerivedState(tx, bought);
  if (order.paidAt || isFirst) await renewGoals(tx, deps, order);
  if (!isFirst || status !== "paid") return;
  const { reported, isReceiptAllowed } = accepted;
  const exceeded = await restoreReservations(tx, deps, bought);
  const email = order.buyerEmail ?? reported.email;
  await completeOrder(tx, deps, bought, {
    email,
    country: order.buyerCountry ?? reported.country,
    isReceiptQueued: isReceiptAllowed && email !== null,
    exceeded,
  });
}

/** Announces a page whose goal depends on sales, because its progress has changed. */
async function renewGoals(tx: Transaction, { pageInvalidations }: OrderDeps, { creatorId }: OrderRow) {
  if (creatorId !== null && (await hasGoalOfSales(tx, creatorId)))
    await pageInvalidations.publish(tx, creatorId);
}

async function recordMoney(tx: Transaction, { orderId, amountCents }: PaymentRow, what: OrderEventKind) {
  await recordEvent(tx, { orderId, by: "provider", what, amountCents });
}

/** Records a payment's new status. Emails the buyer if no page has shown it to them. */
async function reportStatus(tx: Transaction, deps: OrderDeps, { order, payment, before }: Change<"status">) {
  const { id: cause, status, amountCents } = payment;
  if (status === "processing") {
    await recordMoney(tx, payment, "payment_processing");
    await queuePaymentNotice(tx, deps, { order, notice: "processing", cause, amountCents });
  }
  if (status === "failed") {
    await recordMoney(tx, payment, "payment_failed");
    // The provider's page shows a declined card; only a buyer whose payment was pending is emailed.
    if (before === "processing")
      await queuePaymentNotice(tx, deps, { order, notice: "failed", cause, amountCents });
  }
  if (status === "expired") await recordMoney(tx, payment, "payment_expired");
  if (status === "paid") await recordMoney(tx, payment, "paid");
}

/** Reports how much of a second payment is returned and which fee the provider keeps for the platform. */
async function reportDuplicate(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, refund: { amountCents } }: Change<"duplicate">,
) {
  const { id: cause, orderId, provider, feeCents } = payment;
  await recordEvent(tx, { orderId, by: "provider", what: "duplicate_refunded", amountCents });
  const keptFee = returnsFees(provider) || feeCents === 0 ? undefined : { feeCents, provider };
  await queuePaymentNotice(tx, deps, { order, notice: "duplicate", cause, amountCents, keptFee });
}

/**
 * Holds back a payment that differs from its order.
 * Neither delivers nor refunds automatically: the creator and the administrators decide.
 */
async function hold(tx: Transaction, deps: OrderDeps, { order, payment, difference: note }: Change<"held">) {
  const { id: orderId } = order;
  await setHeldReason(tx, orderId, note);
  const { amountCents } = payment;
  await recordEvent(tx, { orderId, by: "system", what: "payment_held", amountCents, note });
  await queuePaymentNotice(tx, deps, { order, notice: "held", cause: payment.id, amountCents });
}

async function recordRefund(
  tx: Transaction,
  { orderId, amountCents, source, failure }: RefundRow,
  {
    what,
    by = source,
    note = failure,
  }: { what: OrderEventKind; by?: RefundRow["source"]; note?: string | null },
): Promise<void> {
  await recordEvent(tx, { orderId, by, what, amountCents, note });
}

async function reportRequestedRefund(
  tx: Transaction,
  { order, refund, lineIds, keepAccess }: Change<"refund_requested">,
): Promise<void> {
  if (keepAccess !== undefined) await setAccessKept(tx, { order, lineIds, keep: keepAccess });
  await recordRefund(tx, refund, { what: "refund_started", note: refund.note });
}

/** Records a refund. Emails the buyer once the money is on its way, and the creator about news. */
async function reportRefund(tx: Transaction, deps: OrderDeps, { order, payment, refund }: Change<"refund">) {
  const { id: refundId, status, source } = refund;
  if (status === "failed") {
    await recordRefund(tx, refund, { what: "refund_failed", by: "provider" });
    await queueRefundNotice(tx, deps, { order, refund });
  }
  if (status === "pending" && source === "provider")
    await recordRefund(tx, refund, { what: "refund_started" });
  if (status === "done") {
    const returned = await returnUnshippedUnits(tx, deps, { order, payment });
    const note = returned > 1 ? `${returned} pieces are back in stock.` : "One piece is back in stock.";
    await recordRefund(tx, refund, { what: "refunded", note: returned > 0 ? note : null });
    await queueBuyerEmail(tx, deps, { about: "refund", orderId: order.id, refundId });
    const data = { refund_id: refundId, refund_cents: refund.amountCents, by: source };
    await recordOrderWebhook(tx, deps, { order, type: "order.refunded", change: refundId, data });
  }
  // Withdrawals and duplicates have separate emails.
  if (status !== "failed" && source === "provider") await queueRefundNotice(tx, deps, { order, refund });
}

const DISPUTE_EVENTS: Record<DisputeStatus, OrderEventKind> = {
  warning: "dispute_opened",
  open: "dispute_opened",
  won: "dispute_won",
  lost: "dispute_lost",
  closed: "dispute_closed",
};

/** Records a state of a dispute and emails it to the creator. */
async function reportDispute(
  tx: Transaction,
  deps: OrderDeps,
  { order, paid, payment, dispute }: Change<"dispute"> & { paid: PaidOrder },
): Promise<void> {
  const { status, amountCents } = dispute;
  const note = status === "warning" ? "inquiry" : null;
  await recordEvent(tx, {
    orderId: order.id,
    by: "provider",
    what: DISPUTE_EVENTS[status],
    amountCents,
    note,
  });
  const isWon = status === "won" && !payment.isDuplicate;
  const withdrawal = isWon ? await refundAfterDispute(tx, deps, { order, paid }) : null;
  await queueDisputeEmail(tx, deps, { order, dispute, withdrawal });
  const data = { dispute_status: status, dispute_cents: amountCents };
  await recordOrderWebhook(tx, deps, {
    order,
    type: "order.disputed",
    change: `${dispute.providerId} ${status}`,
    data,
  });
}

/** Requests the refund of a withdrawal that a dispute delayed. Returns null without a withdrawal or during another dispute. */
async function refundAfterDispute(
  tx: Transaction,
  deps: OrderDeps,
  { order, paid }: { order: OrderRow; paid: PaidOrder },
) {
  const lines = order.lines.filter((line) => line.withdrawnAt !== null && !isLineRefunded(line));
  if (lines.length === 0) return null;
  const refund = await refundWithdrawn(tx, deps, { paid, lines });
  if (refund === "disputed") return null;
  return refund === "requested" ? "refunded" : "seller";
}
