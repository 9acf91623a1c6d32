import type { RefundReason } from "../../../contract/api/orders.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { OrderDeps } from "./deps.ts";
import { paidOrder } from "./paid-order.ts";
import { lockOrder } from "./repository.ts";

type CreatorRefund = {
  requestId: string;
  amountCents?: number | undefined;
  reason: RefundReason;
  note: string | null;
  keepAccess?: boolean | undefined;
};

/** Refunds one of a creator's orders. Returns whether the provider has received it; otherwise a job continues. Throws 400, 404, 409. */
export async function refundOrder(
  deps: OrderDeps,
  key: { id: number; creatorId: number },
  request: CreatorRefund,
): Promise<boolean> {
  const requested = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw notFound("Order");
    return deps.orderPayments.requestRefund(tx, paidOrder(deps, order), { ...request, by: "creator" });
  });
  return deps.orderPayments.finishRefund(requested);
}
