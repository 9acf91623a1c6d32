import { eq, sql } from "drizzle-orm";
import { firstOrThrow, type Transaction } from "../../../platform/database/index.ts";
import type { PaymentRow } from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";
import { saveLinePrices } from "./purchase.ts";

/**
 * Returns a locked order with the values of the given payment's start.
 * They differ from the order's if an earlier attempt is paid after a later one was started.
 */
export async function takeOverPurchase(
  tx: Transaction,
  deps: OrderDeps,
  order: OrderRow,
  payment: PaymentRow,
): Promise<OrderRow> {
  const { amountCents, currency, feeCents, provider, mode } = payment;
  const isSame = amountCents === order.amountCents && currency === order.currency;
  // Payments of earlier releases store no values.
  const purchase =
    payment.purchase ?? (isSame ? null : { ...NOTHING, itemCents: amountCents, feeBps: order.feeBps });
  if (!purchase) return order;
  const isCodeKept = purchase.discountId === order.discountId;
  if (order.discountReserved && order.discountId !== null && !isCodeKept) {
    await deps.discounts.releaseDiscount(tx, order.discountId);
  }
  // A code deleted meanwhile is no longer named.
  const discountId = sql`(select id from discounts where id = ${purchase.discountId}::bigint)`;
  const discountReserved = order.discountReserved && isCodeKept;
  const taken = { amountCents, currency, feeCents, provider, mode, discountReserved };
  const saved = await tx
    .update(orders)
    .set({ ...purchase, ...taken, discountId })
    .where(eq(orders.id, order.id))
    .returning()
    .then(firstOrThrow("order was deleted"));
  const lines = await saveLinePrices(tx, order.lines, purchase);
  return { ...order, ...purchase, ...taken, lines, discountId: saved.discountId };
}

const NOTHING = { discountId: null, discountCode: null, discountCents: 0, shippingCents: 0 };
