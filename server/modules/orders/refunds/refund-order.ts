import { and, eq, gt, sql } from "drizzle-orm";
import type { RefundReason } from "../../../../contract/api/orders.ts";
import { inTransaction, lockName, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import { type CreatorViewer, type KeyViewer, requireConfirmed } from "../../../platform/http/viewer.ts";
import { findRefundLimit } from "../../creators/index.ts";
import { orderRefunds } from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import { paidOrder } from "../payment/paid-order.ts";
import { lockOrder } from "../repository.ts";
import { orders } from "../tables.ts";

type CreatorRefund = {
  requestId: string;
  amountCents?: number | undefined;
  lines?: readonly { id: number; amountCents?: number | undefined }[] | undefined;
  reason: RefundReason;
  note: string | null;
  keepAccess?: boolean | undefined;
};
type Creator = Pick<CreatorViewer | KeyViewer, "creatorId" | "isConfirmed" | "key">;

/** Refunds an order of a creator. Returns whether the provider has accepted the refund. If not, a job continues. Throws 400, 403, 404, 409. */
export async function refundOrder(
  deps: OrderDeps,
  { id, viewer }: { id: number; viewer: Creator },
  request: CreatorRefund,
): Promise<boolean> {
  const { creatorId, isConfirmed } = viewer;
  const requested = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { id, creatorId }).then(orNotFound("Order"));
    const paid = paidOrder(deps, order);
    const refund = await deps.orderPayments.requestRefund(tx, paid, { ...request, by: "creator" });
    if (refund.isNew && !isConfirmed) await requireRefundsWithinLimit(tx, viewer);
    return refund;
  });
  return deps.orderPayments.finishRefund(requested);
}

/**
 * Throws 403 if the creator's refunds of the last 24 hours exceed the limit that applies without a confirmed
 * identity. The limit is on the sum, so that a stranger at the creator's computer cannot empty the account in small
 * parts.
 */
async function requireRefundsWithinLimit(tx: Transaction, viewer: Creator): Promise<void> {
  const { creatorId } = viewer;
  // Each refund must see earlier concurrent refunds.
  await lockName(tx, `refunds of ${creatorId}`);
  // The sum includes this refund. The error rolls it back.
  const [limit, sum] = [await findRefundLimit(tx, creatorId), await sumRefundsOfDay(tx, creatorId)];
  if (sum > limit) requireConfirmed(viewer);
}

async function sumRefundsOfDay(db: Queries, creatorId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${orderRefunds.amountCents}), 0)` })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .where(
      and(
        eq(orders.creatorId, creatorId),
        eq(orderRefunds.source, "creator"),
        gt(orderRefunds.createdAt, sql`now() - interval '24 hours'`),
      ),
    );
  return Number(row?.cents);
}
