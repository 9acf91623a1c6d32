import { and, eq } from "drizzle-orm";
import type { ProviderName } from "../../../../contract/rules/order-states.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { creators } from "../../creators/index.ts";
import { type OrderHook, type PaidOrder, orderPayments as payments } from "../../order-payments/index.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { orderAddresses } from "../detail-tables.ts";
import { reserveOrderReceipt } from "../emails/receipt-rules.ts";
import { goodsOf, listedLines, titleOf } from "../lines/lines.ts";
import { findOrder, lockOrder, type OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";
import { onPaymentChange } from "./payment-changes.ts";

/** Returns the hook through which payments read their orders and report changes. */
export const orderHook = (deps: OrderDeps): OrderHook => {
  const present = (order: OrderRow | undefined) => order && paidOrder(deps, order);
  return {
    find: async (db, orderId) => present(await findOrder(db, { orderId })),
    lock: async (tx, orderId) => present(await lockOrder(tx, { orderId })),
    listReviewed,
  };
};

/** Returns the part of an order that its payments use. */
export function paidOrder(deps: OrderDeps, order: OrderRow): PaidOrder {
  const paid: PaidOrder = {
    id: order.id,
    revision: order.revision,
    cancelledAt: order.cancelledAt,
    lines: order.lines,
    describe: async (origin = deps.publicUrl) => ({
      address: await findAddress(deps.db, order),
      returnUrl: `${origin}${paths.payReturn(deps.tokens.checkout(linkSeedOf(order)))}`,
    }),
    reserveReceipt: (email) => reserveOrderReceipt(deps, order, email),
    onChange: (tx, change) => onPaymentChange(tx, deps, { order, paid }, change),
  };
  return paid;
}

/** Returns the shipping address of an order, or null without goods. */
async function findAddress(db: Queries, order: OrderRow) {
  if (goodsOf(order).length === 0) return null;
  const [address] = await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id));
  return address ?? null;
}

async function listReviewed(db: Queries, orderIds: readonly number[]) {
  const rows = await db
    .select({
      id: orders.id,
      lines: listedLines,
      heldReason: orders.heldReason,
      creator: { id: creators.id, handle: creators.handle },
    })
    .from(orders)
    .leftJoin(creators, eq(creators.id, orders.creatorId))
    .where(anyOf(orders.id, orderIds));
  return rows.map(({ lines, ...order }) => ({ ...order, title: titleOf({ lines }) }));
}

/** Closes the open payments of a creator, at one provider or all. Throws `ProviderUnavailable`. */
export async function closePaymentsOf(
  { db, orderPayments }: OrderDeps,
  creatorId: number,
  provider?: ProviderName,
): Promise<void> {
  const isThere = provider && eq(payments.provider, provider);
  const open = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.creatorId, creatorId), eq(payments.status, "open"), isThere));
  for (const { payment } of open) await orderPayments.closePayment(payment);
}
