import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../platform/database/index.ts";
import type { Payment } from "../../platform/payments/sales.ts";
import { recordEvent } from "./history.ts";
import type { PaymentRow } from "./order-state.ts";
import { orderDisputes, orderRefunds } from "./payment-tables.ts";
import type { OrderRow } from "./repository.ts";

type Reported = { order: OrderRow; payment: PaymentRow; reported: Payment };

/** Saves the refunds that the provider reports: those requested here by their id, others as made at the provider. */
export async function saveRefunds(tx: Transaction, { order, payment, reported }: Reported): Promise<void> {
  for (const { id, ours, amount, status } of reported.refunds) {
    const [known] = await tx
      .select()
      .from(orderRefunds)
      .where(
        and(
          eq(orderRefunds.paymentId, payment.id),
          ours === null
            ? eq(orderRefunds.providerId, id)
            : sql`(${orderRefunds.id}::text = ${ours} or ${orderRefunds.providerId} = ${id})`,
        ),
      );
    if (known?.status === status && known.providerId === id) continue;
    if (known) {
      await tx.update(orderRefunds).set({ status, providerId: id }).where(eq(orderRefunds.id, known.id));
    } else {
      await tx.insert(orderRefunds).values({
        orderId: order.id,
        paymentId: payment.id,
        providerId: id,
        amountCents: amount,
        status,
        source: "provider",
      });
    }
    if (known?.status === status) continue;
    const what = status === "done" ? "refunded" : status === "failed" ? "refund_failed" : "refund_started";
    await recordEvent(tx, { orderId: order.id, by: "provider", what, amountCents: amount });
  }
}

const DISPUTE_EVENTS = {
  warning: null,
  open: "dispute_opened",
  won: "dispute_won",
  lost: "dispute_lost",
  closed: "dispute_closed",
} as const;

/** Saves the disputes that the provider reports. */
export async function saveDisputes(tx: Transaction, { order, payment, reported }: Reported): Promise<void> {
  for (const { id, amount, status, respondBy, url } of reported.disputes) {
    const [known] = await tx
      .select()
      .from(orderDisputes)
      .where(and(eq(orderDisputes.provider, payment.provider), eq(orderDisputes.providerId, id)));
    await tx
      .insert(orderDisputes)
      .values({
        provider: payment.provider,
        providerId: id,
        orderId: order.id,
        paymentId: payment.id,
        amountCents: amount,
        status,
        respondBy,
        url,
      })
      .onConflictDoUpdate({
        target: [orderDisputes.provider, orderDisputes.providerId],
        set: { amountCents: amount, status, respondBy, url },
      });
    const what = known?.status === status ? null : DISPUTE_EVENTS[status];
    if (what) await recordEvent(tx, { orderId: order.id, by: "provider", what, amountCents: amount });
  }
}
