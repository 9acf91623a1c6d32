import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { OrderDeps } from "./deps.ts";
import { queueBuyerEmail } from "./emails/buyer-emails.ts";
import { errors } from "./errors.ts";
import { recordEvent } from "./history.ts";
import { goodsOf, isLineRefunded, type OrderLine, titleOf } from "./lines/lines.ts";
import { setShipped } from "./lines/save-lines.ts";
import { recordOrderWebhook } from "./order-webhooks.ts";
import { lockOrder, type OrderRow } from "./repository.ts";

type Shipment = { tracking: string | null; lines?: readonly number[] | undefined };

/** Marks goods of one of a creator's orders as shipped and emails the buyer. A repeat can change the tracking. Throws 400, 404, 409. */
export async function shipOrder(
  deps: OrderDeps,
  key: { id: number; creatorId: number },
  { tracking, lines }: Shipment,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    const due = chooseGoods(order, lines);
    if (due.every((line) => line.shippedAt && line.tracking === tracking)) return;
    await setShipped(tx, due, tracking);
    const isPart = due.length < goodsOf(order).length;
    const note = isPart ? [titleOf({ lines: due }), tracking].filter(Boolean).join(": ") : tracking;
    const eventId = await recordEvent(tx, { orderId: order.id, by: "creator", what: "shipped", note });
    const data = { line_ids: due.map(({ id }) => id), tracking };
    await recordOrderWebhook(tx, deps, { order, type: "order.shipped", change: eventId, data });
    await queueBuyerEmail(tx, deps, {
      about: "shipping",
      orderId: order.id,
      change: String(eventId),
      ...(isPart && { lines: due.map(({ id }) => id) }),
    });
  });
}

/** Returns the named goods, by default those that are not shipped yet, or all once they are. Refunded and withdrawn ones are not shipped. */
function chooseGoods(order: OrderRow, named: readonly number[] | undefined): OrderLine[] {
  const goods = goodsOf(order);
  if (named?.some((id) => !goods.some((line) => line.id === id))) throw errors.noGoods();
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  if (goods.length === 0 || !isPaid) throw errors.notShippable();
  const kept = goods.filter((line) => line.withdrawnAt === null && !isLineRefunded(line));
  if (kept.length === 0)
    throw goods.some(({ withdrawnAt }) => withdrawnAt) ? errors.withdrawnFrom() : errors.notShippable();
  if (!named) {
    const unshipped = kept.filter(({ shippedAt }) => shippedAt === null);
    return unshipped.length > 0 ? unshipped : kept;
  }
  const chosen = goods.filter(({ id }) => named.includes(id));
  if (chosen.some(({ withdrawnAt }) => withdrawnAt)) throw errors.withdrawnFrom();
  if (chosen.some(isLineRefunded)) throw errors.notShippable();
  return chosen;
}
