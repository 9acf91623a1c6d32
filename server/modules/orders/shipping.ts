import { eq, sql } from "drizzle-orm";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { OrderDeps } from "./deps.ts";
import { queueBuyerEmail } from "./emails/buyer-emails.ts";
import { errors } from "./errors.ts";
import { recordEvent } from "./history.ts";
import { lockOrder } from "./repository.ts";
import { orders } from "./tables.ts";

/** Marks one of a creator's orders as shipped and emails the buyer. A repeat can change the tracking. Throws 404, 409. */
export async function shipOrder(
  deps: OrderDeps,
  key: { id: number; creatorId: number },
  tracking: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    const isPaid = order.status === "paid" || order.status === "partially_refunded";
    if (order.productType !== "physical" || !isPaid) throw errors.notShippable();
    if (order.withdrawnAt) throw errors.withdrawnFrom();
    if (order.shippedAt && order.tracking === tracking) return;
    const shippedAt = order.shippedAt ?? sql`now()`;
    await tx.update(orders).set({ shippedAt, tracking }).where(eq(orders.id, order.id));
    const event = { orderId: order.id, by: "creator", what: "shipped", note: tracking } as const;
    const eventId = await recordEvent(tx, event);
    await queueBuyerEmail(tx, deps, { about: "shipping", orderId: order.id, change: String(eventId) });
  });
}
