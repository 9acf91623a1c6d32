import { eq, sql } from "drizzle-orm";
import { firstOrThrow, type Transaction } from "../../../platform/database/index.ts";
import type { PaymentRow } from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";
import { saveLinePrices } from "./purchase.ts";
import { isSold, saveSold } from "./sold-lines.ts";

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
  const stored: PaymentRow["purchase"] =
    payment.purchase ?? (isSame ? null : { ...NOTHING, itemCents: amountCents, feeBps: order.feeBps });
  if (!stored) return order;
  const { lines: sold, ...purchase } = stored;
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
  const changed = { ...order, ...purchase, ...taken, discountId: saved.discountId };
  // Payments of earlier releases are only for the main line.
  if (!sold) return { ...changed, lines: await saveLinePrices(tx, order.lines, [purchase]) };
  const current = isSold(order.lines, sold) ? changed : await saveSold(tx, deps, changed, sold);
  return { ...current, lines: await saveLinePrices(tx, current.lines, sold) };
}

const NOTHING = { discountId: null, discountCode: null, discountCents: 0, shippingCents: 0 };
