import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { orderDisputes, orderPayments, orderRefundLines, orderRefunds } from "./tables.ts";

export type PaymentRow = typeof orderPayments.$inferSelect;
export type RefundRow = typeof orderRefunds.$inferSelect;
/** A refund with its parts by line. */
export type SplitRefund = RefundRow & {
  lines: Pick<typeof orderRefundLines.$inferSelect, "lineId" | "amountCents">[];
};
export type DisputeRow = typeof orderDisputes.$inferSelect;

/** The payments, refunds and disputes of an order, each oldest first. */
export type OrderMoney = { payments: PaymentRow[]; refunds: SplitRefund[]; disputes: DisputeRow[] };

export async function readMoney(db: Queries, orderId: number): Promise<OrderMoney> {
  const payments = await db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(asc(orderPayments.createdAt), asc(orderPayments.id));
  const refunds = await listRefunds(db, orderId);
  const disputes = await db
    .select()
    .from(orderDisputes)
    .where(eq(orderDisputes.orderId, orderId))
    .orderBy(asc(orderDisputes.createdAt));
  return { payments, refunds, disputes };
}

export async function listRefunds(db: Queries, orderId: number): Promise<SplitRefund[]> {
  return db
    .select({ ...getTableColumns(orderRefunds), lines: partsOfRefund })
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(asc(orderRefunds.createdAt), asc(orderRefunds.id));
}

const part = sql`json_build_object('lineId', part.line_id, 'amountCents', part.amount_cents)`;
const partsOfRefund: SQL<SplitRefund["lines"]> =
  sql`(select coalesce(json_agg(${part} order by part.line_id), '[]')
  from ${orderRefundLines} part where part.refund_id = order_refunds.id)`;

/** Returns whether the buyer's bank has taken back the payment of an order. */
export async function isDisputeLost(db: Queries, orderId: number): Promise<boolean> {
  const [lost] = await db
    .select({ id: orderDisputes.providerId })
    .from(orderDisputes)
    .innerJoin(orderPayments, eq(orderPayments.id, orderDisputes.paymentId))
    .where(
      and(
        eq(orderDisputes.orderId, orderId),
        eq(orderDisputes.status, "lost"),
        eq(orderPayments.isDuplicate, false),
      ),
    )
    .limit(1);
  return lost !== undefined;
}

/** The condition that no payment of an order may still be reported as paid. Payments unfinished after 130 days are no longer read. */
export const hasNoOpenPayment = (orderId: AnyPgColumn) =>
  sql`not exists (select 1 from ${orderPayments} where ${orderPayments.orderId} = ${orderId}
    and ${orderPayments.status} = 'open' and ${orderPayments.createdAt} > now() - interval '130 days')`;

/** Returns a finished refund whose buyer was not emailed yet, and records the email. */
export async function takeUnmailedRefund(
  tx: Transaction,
  { refundId, now }: { refundId: string; now: Date },
): Promise<RefundRow | undefined> {
  const isRefund = eq(orderRefunds.id, refundId);
  const [refund] = await tx.select().from(orderRefunds).where(isRefund);
  if (refund?.status !== "done" || refund.mailedAt) return undefined;
  await tx.update(orderRefunds).set({ mailedAt: now }).where(isRefund);
  return refund;
}

/** Deletes the messages to the buyers of these orders. The amounts remain. */
export async function deleteRefundNotes(db: Queries, orderIds: readonly number[]): Promise<void> {
  await db.update(orderRefunds).set({ note: null }).where(anyOf(orderRefunds.orderId, orderIds));
}
