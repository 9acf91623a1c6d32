import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { OrderDeps } from "./deps.ts";
import { queueBuyerEmail } from "./emails/buyer-emails.ts";
import { errors } from "./errors.ts";
import { recordEvent } from "./history.ts";
import { goodsOf } from "./lines/lines.ts";
import { setShipped } from "./lines/save-lines.ts";
import { lockOrder } from "./repository.ts";

/** Marks one of a creator's orders as shipped and emails the buyer. A repeat can change the tracking. Throws 404, 409. */
export async function shipOrder(
  deps: OrderDeps,
  key: { id: number; creatorId: number },
  tracking: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    const isPaid = order.status === "paid" || order.status === "partially_refunded";
    const goods = goodsOf(order);
    if (goods.length === 0 || !isPaid) throw errors.notShippable();
    const due = goods.filter(({ withdrawnAt }) => withdrawnAt === null);
    if (due.length === 0) throw errors.withdrawnFrom();
    if (due.every((line) => line.shippedAt && line.tracking === tracking)) return;
    await setShipped(tx, due, tracking);
    const event = { orderId: order.id, by: "creator", what: "shipped", note: tracking } as const;
    const eventId = await recordEvent(tx, event);
    await queueBuyerEmail(tx, deps, { about: "shipping", orderId: order.id, change: String(eventId) });
  });
}
