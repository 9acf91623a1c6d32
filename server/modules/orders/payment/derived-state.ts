import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  acceptedPayment,
  disputedOf,
  type PaymentRow,
  readMoney,
  refundedOf,
  refundedOfLines,
  type SplitRefund,
  statusOf,
} from "../../order-payments/index.ts";
import { orderLines } from "../line-tables.ts";
import type { OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

/**
 * Derives and saves status and sums of a locked order and the refunds of its lines, from its payments, refunds and disputes.
 * Called after every change of one of them.
 */
export async function saveDerivedState(
  tx: Transaction,
  { id, cancelledAt, lines }: Pick<OrderRow, "id" | "cancelledAt" | "lines">,
): Promise<void> {
  const money = await readMoney(tx, id);
  const accepted = acceptedPayment(money.payments);
  const refunds = money.refunds.filter(({ paymentId }) => paymentId === accepted?.id).filter(isReturned);
  const refundedCents = accepted ? Math.min(refundedOf(refunds, accepted.id), accepted.amountCents) : 0;
  const saving = tx
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
    .where(eq(orders.id, id))
    .returning({ id: orders.id });
  if (!accepted) {
    await saving;
    return;
  }
  // Both in one statement, as it is part of each payment.
  const saved = tx.$with("saved").as(saving);
  const share = sql`(${sql.param(refundedOfLines(lines, refunds))}::integer[])[${orderLines.position} + 1]`;
  await tx
    .with(saved)
    .update(orderLines)
    .set({ refundedCents: share })
    .where(and(eq(orderLines.orderId, sql`(select id from ${saved})`), ne(orderLines.refundedCents, share)));
}

const isReturned = ({ status }: SplitRefund) => status === "done" || status === "pending";

/** Sums the platform's fees of an order's payment and of duplicates, because some providers do not return those. */
function platformFeesOf(payments: readonly PaymentRow[]) {
  const paid = payments.filter(({ status, isHeld }) => status === "paid" && !isHeld);
  return {
    feeCents: paid.reduce((sum, { feeCents }) => sum + feeCents, 0),
    feeReturnedCents: paid.reduce((sum, { feeReturnedCents }) => sum + feeReturnedCents, 0),
  };
}
