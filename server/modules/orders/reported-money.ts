import { and, eq, or } from "drizzle-orm";
import { z } from "zod";
import type { OrderEventKind } from "../../../contract/api/orders.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Dispute, Payment, Refund } from "../../platform/payments/sales.ts";
import { queueBuyerEmail } from "./buyer-emails.ts";
import type { OrderDeps } from "./deps.ts";
import { recordEvent } from "./history.ts";
import type { PaymentRow, RefundRow } from "./order-state.ts";
import { orderDisputes, orderRefunds } from "./payment-tables.ts";
import { queueDisputeEmail, queueRefundNotice } from "./refund-emails.ts";
import { refundDuplicate, refundWithdrawn } from "./refunds.ts";
import type { OrderRow } from "./repository.ts";
import { returnUnshippedPiece, takeBackReturnedPiece } from "./reservations.ts";

type Reported = { order: OrderRow; payment: PaymentRow; reported: Payment };

/** Saves the refunds that the provider reports: those requested here by their id, others as made at the provider. Each change takes effect once: history, email to the buyer when the money is on its way, email to the creator about what they do not know. */
export async function saveRefunds(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, reported }: Reported,
): Promise<void> {
  for (const refund of reported.refunds) {
    const known = await findKnown(tx, payment, refund);
    const isKnown = known?.providerId === refund.id && known.status === refund.status;
    if (isKnown) continue;
    const saved = await saveRefund(tx, { order, payment, refund, known });
    if (known?.status === saved.status) continue;
    if (known?.status === "done") await takeBackReturnedPiece(tx, deps, { order, payment, refund: saved });
    await reportRefund(tx, deps, { order, payment, refund: saved });
  }
}

/** Finds the stored refund; the provider's id alone identifies one that was made in its dashboard. */
async function findKnown(
  tx: Transaction,
  { id: paymentId }: PaymentRow,
  { id, ours }: Refund,
): Promise<RefundRow | undefined> {
  const isOurs = z.uuid().safeParse(ours);
  const [known] = await tx
    .select()
    .from(orderRefunds)
    .where(
      and(
        eq(orderRefunds.paymentId, paymentId),
        or(eq(orderRefunds.providerId, id), isOurs.success ? eq(orderRefunds.id, isOurs.data) : undefined),
      ),
    );
  return known;
}

async function saveRefund(
  tx: Transaction,
  {
    order,
    payment,
    refund: { id: providerId, status, amount, failure = null },
    known,
  }: { order: OrderRow; payment: PaymentRow; refund: Refund; known: RefundRow | undefined },
): Promise<RefundRow> {
  const state = { providerId, status, failure: status === "failed" ? failure : null };
  const [saved] = known
    ? await tx.update(orderRefunds).set(state).where(eq(orderRefunds.id, known.id)).returning()
    : await tx
        .insert(orderRefunds)
        .values({
          ...state,
          orderId: order.id,
          paymentId: payment.id,
          amountCents: amount,
          source: "provider",
        })
        .returning();
  if (!saved) throw new Error("the refund was not saved");
  return saved;
}

async function reportRefund(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, refund }: { order: OrderRow; payment: PaymentRow; refund: RefundRow },
): Promise<void> {
  const { id: refundId, status, source, amountCents, failure } = refund;
  const record = (what: OrderEventKind, by = source, note = failure) =>
    recordEvent(tx, { orderId: order.id, by, what, amountCents, note });
  if (status === "failed") {
    await record("refund_failed", "provider");
    await queueRefundNotice(tx, deps, { order, refund });
  }
  if (status === "pending" && source === "provider") await record("refund_started");
  if (status === "done") {
    const isReturned = await returnUnshippedPiece(tx, deps, { order, payment });
    await record("refunded", source, isReturned ? "One piece is back in stock." : null);
    await queueBuyerEmail(tx, deps, { about: "refund", orderId: order.id, refundId });
  }
  // A withdrawal or a duplicate has an email of its own.
  if (status !== "failed" && source === "provider") await queueRefundNotice(tx, deps, { order, refund });
}

const DISPUTE_EVENTS: Record<Dispute["status"], OrderEventKind> = {
  warning: "dispute_opened",
  open: "dispute_opened",
  won: "dispute_won",
  lost: "dispute_lost",
  closed: "dispute_closed",
};

/** Refunds what a dispute kept from being refunded when the buyer withdrew; null without a withdrawal, and while another dispute decides. */
async function settleWithdrawal(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  if (order.withdrawnAt === null) return null;
  const refund = await refundWithdrawn(tx, deps, order);
  if (refund === "disputed") return null;
  return refund === "requested" ? "refunded" : "seller";
}

/** Saves the disputes that the provider reports, and emails the creator about each of their states once. */
export async function saveDisputes(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, reported }: Reported,
): Promise<void> {
  const { provider } = payment;
  for (const { id: providerId, amount: amountCents, status, respondBy, url } of reported.disputes) {
    const [known] = await tx
      .select()
      .from(orderDisputes)
      .where(and(eq(orderDisputes.provider, provider), eq(orderDisputes.providerId, providerId)));
    const state = { amountCents, status, respondBy, url };
    const [dispute] = await tx
      .insert(orderDisputes)
      .values({ ...state, provider, providerId, orderId: order.id, paymentId: payment.id })
      .onConflictDoUpdate({ target: [orderDisputes.provider, orderDisputes.providerId], set: state })
      .returning();
    if (!dispute || known?.status === status) continue;
    const note = status === "warning" ? "inquiry" : null;
    const what = DISPUTE_EVENTS[status];
    await recordEvent(tx, { orderId: order.id, by: "provider", what, amountCents, note });
    const isSettled = status === "won" && !payment.isDuplicate;
    const withdrawal = isSettled ? await settleWithdrawal(tx, deps, order) : null;
    // It was not refunded while the dispute decided.
    if (status === "won" && payment.isDuplicate) await refundDuplicate(tx, deps, order, payment.id);
    await queueDisputeEmail(tx, deps, { order, dispute, withdrawal });
  }
}
