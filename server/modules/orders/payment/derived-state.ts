import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { type Database, inTransaction, type Transaction } from "../../../platform/database/index.ts";
import {
  acceptedPayment,
  disputedOf,
  orderDisputes,
  type PaymentRow,
  readMoney,
  refundedOf,
  statusOf,
} from "../../order-payments/index.ts";
import type { OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

/**
 * Saves what follows from the payments, refunds and disputes of a locked order: its status and sums.
 * Called after every change of one of them.
 */
export async function saveDerivedState(
  tx: Transaction,
  { id, cancelledAt }: Pick<OrderRow, "id" | "cancelledAt">,
): Promise<void> {
  const money = await readMoney(tx, id);
  const accepted = acceptedPayment(money.payments);
  const refundedCents = accepted ? Math.min(refundedOf(money.refunds, accepted.id), accepted.amountCents) : 0;
  await tx
    .update(orders)
    .set({
      status: statusOf({ isCancelled: cancelledAt !== null, ...money }),
      revision: sql`${orders.revision} + 1`,
      ...(accepted && {
        amountCents: accepted.amountCents,
        ...platformFeesOf(money.payments),
        refundedCents,
        disputedCents: disputedOf(money.disputes, accepted, refundedCents),
        providerFeeCents: accepted.providerFeeCents,
      }),
    })
    .where(eq(orders.id, id));
}

/** Sums the platform's fees of the payment that pays an order and of second ones, which some providers do not return. */
function platformFeesOf(payments: readonly PaymentRow[]) {
  const paid = payments.filter(({ status, isHeld }) => status === "paid" && !isHeld);
  return {
    feeCents: paid.reduce((sum, { feeCents }) => sum + feeCents, 0),
    feeReturnedCents: paid.reduce((sum, { feeReturnedCents }) => sum + feeReturnedCents, 0),
  };
}

const BATCH = 100;

/** Saves the disputed amounts of orders whose dispute an earlier release has saved, which did not know them. */
export async function saveDisputedAmounts(db: Database): Promise<void> {
  const isMissing = and(
    inArray(orderDisputes.status, ["open", "lost"]),
    eq(orders.status, "disputed"),
    eq(orders.disputedCents, 0),
    lt(orders.refundedCents, orders.amountCents),
  );
  const missing = await db
    .selectDistinct({ id: orders.id })
    .from(orderDisputes)
    .innerJoin(orders, eq(orders.id, orderDisputes.orderId))
    .where(isMissing)
    .limit(BATCH);
  for (const { id } of missing) {
    await inTransaction(db, async (tx) => {
      const isOrder = eq(orders.id, id);
      const [order] = await tx.select().from(orders).where(isOrder).for("update");
      if (order) await saveDerivedState(tx, order);
    });
  }
}
