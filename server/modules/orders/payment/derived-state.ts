import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  acceptedPayment,
  disputedOf,
  type PaymentRow,
  readMoney,
  refundedOf,
  statusOf,
} from "../../order-payments/index.ts";
import type { OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

/**
 * Derives and saves status and sums of a locked order from its payments, refunds and disputes.
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

/** Sums the platform's fees of an order's payment and of duplicates, because some providers do not return those. */
function platformFeesOf(payments: readonly PaymentRow[]) {
  const paid = payments.filter(({ status, isHeld }) => status === "paid" && !isHeld);
  return {
    feeCents: paid.reduce((sum, { feeCents }) => sum + feeCents, 0),
    feeReturnedCents: paid.reduce((sum, { feeReturnedCents }) => sum + feeReturnedCents, 0),
  };
}
