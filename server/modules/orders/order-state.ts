import { asc, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { orderDisputes, orderPayments, orderRefunds } from "./payment-tables.ts";
import type { OrderRow } from "./repository.ts";
import { acceptedPayment, refundedOf, statusOf } from "./status.ts";
import { orders } from "./tables.ts";

export type PaymentRow = typeof orderPayments.$inferSelect;
export type RefundRow = typeof orderRefunds.$inferSelect;
export type DisputeRow = typeof orderDisputes.$inferSelect;

/** Returns the payments, refunds and disputes of an order, each the oldest first. */
export async function readMoney(
  db: Queries,
  orderId: number,
): Promise<{ payments: PaymentRow[]; refunds: RefundRow[]; disputes: DisputeRow[] }> {
  const payments = await db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(asc(orderPayments.createdAt), asc(orderPayments.id));
  const refunds = await db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(asc(orderRefunds.createdAt));
  const disputes = await db
    .select()
    .from(orderDisputes)
    .where(eq(orderDisputes.orderId, orderId))
    .orderBy(asc(orderDisputes.createdAt));
  return { payments, refunds, disputes };
}

/** Saves what follows from the payments, refunds and disputes of a locked order: its status and sums. Called after every change of one of them. */
export async function saveDerivedState(
  tx: Transaction,
  { id, cancelledAt }: Pick<OrderRow, "id" | "cancelledAt">,
): Promise<void> {
  const money = await readMoney(tx, id);
  const accepted = acceptedPayment(money.payments);
  await tx
    .update(orders)
    .set({
      status: statusOf({ isCancelled: cancelledAt !== null, ...money }),
      revision: sql`${orders.revision} + 1`,
      ...(accepted && {
        refundedCents: Math.min(refundedOf(money.refunds, accepted.id), accepted.amountCents),
        feeReturnedCents: accepted.feeReturnedCents,
        providerFeeCents: accepted.providerFeeCents,
      }),
    })
    .where(eq(orders.id, id));
}
