import { and, eq, or } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "../../platform/database/index.ts";
import type { Payment, Refund } from "../../platform/payments/sales.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import type { PaymentRow, RefundRow } from "./money.ts";
import type { PaidOrder } from "./order.ts";
import { refundDuplicate } from "./refunds.ts";
import { orderDisputes, orderRefunds } from "./tables.ts";

type Reported = { order: PaidOrder; payment: PaymentRow; reported: Payment };

/**
 * Saves the refunds that the provider reports. Finds our own by their id, and adds others as made at the provider.
 * Each change takes effect once.
 */
export async function saveRefunds(
  tx: Transaction,
  deps: OrderPaymentDeps,
  { order, payment, reported }: Reported,
): Promise<void> {
  for (const refund of reported.refunds) {
    const known = await findKnown(tx, payment, refund);
    const isKnown = known?.providerId === refund.id && known.status === refund.status;
    if (isKnown) continue;
    const saved = await saveRefund(tx, { payment, refund, known });
    if (known?.status === saved.status) continue;
    deps.counts.addRefund(tx, saved.status);
    await order.onChange(tx, { what: "refund", payment, refund: saved, before: known?.status });
  }
}

/** Finds the stored refund. A refund made in the provider's dashboard has only the provider's id. */
async function findKnown(tx: Transaction, { id: paymentId }: PaymentRow, { id, ours }: Refund) {
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
    payment: { id: paymentId, orderId },
    refund: { id: providerId, status, amount: amountCents, failure = null },
    known,
  }: { payment: PaymentRow; refund: Refund; known: RefundRow | undefined },
): Promise<RefundRow> {
  const state = { providerId, status, failure: status === "failed" ? failure : null };
  const [saved] = known
    ? await tx.update(orderRefunds).set(state).where(eq(orderRefunds.id, known.id)).returning()
    : await tx
        .insert(orderRefunds)
        .values({ ...state, orderId, paymentId, amountCents, source: "provider" })
        .returning();
  if (!saved) throw new Error("the refund was not saved");
  return saved;
}

/** Saves the disputes that the provider reports. Each state takes effect once. */
export async function saveDisputes(
  tx: Transaction,
  deps: OrderPaymentDeps,
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
    await order.onChange(tx, { what: "dispute", payment, dispute });
    // The duplicate was not refunded during the dispute.
    if (status === "won" && payment.isDuplicate) await refundDuplicate(tx, deps, order, payment);
  }
}
