import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  findPaymentIn,
  listRefunds,
  type PaymentRow,
  type RefundRow,
  refundedOfLines,
  type SplitRefund,
} from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import { queuePaymentNotice } from "../emails/payment-notices.ts";
import { recordEvent } from "../history.ts";
import { orderLines } from "../line-tables.ts";
import { goodsOf, inLockOrder, type OrderLine } from "../lines/lines.ts";
import { areLines, setStockReserved } from "../lines/save-lines.ts";
import { findOrder, type OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

/**
 * Releases the reservations of a locked order once none of its payments can still be paid.
 * A replaced payment is reported again later, e.g. when its session expires, and must not release its successor's reservations.
 */
export async function releaseReservations(tx: Transaction, deps: OrderDeps, orderId: number): Promise<void> {
  if (await findPaymentIn(tx, orderId, ["open", "processing"])) return;
  const order = await findOrder(tx, { orderId });
  if (order) await returnReservations(tx, deps, order);
}

/** Releases the reservations of a locked order. Returns the updated order. */
export async function returnReservations(
  tx: Transaction,
  { products, discounts }: OrderDeps,
  order: OrderRow,
): Promise<OrderRow> {
  const { id, discountReserved, discountId } = order;
  const reserved = order.lines.filter(({ stockReserved }) => stockReserved);
  if (reserved.length === 0 && !discountReserved) return order;
  // The code first, as when they are reserved, to prevent deadlocks.
  if (discountReserved && discountId !== null) await discounts.releaseDiscount(tx, discountId);
  for (const { productId } of inLockOrder(reserved)) {
    if (productId !== null) await products.releaseStock(tx, productId);
  }
  if (reserved.length > 0)
    await tx.update(orderLines).set({ stockReserved: false }).where(areLines(reserved));
  const returned = { discountReserved: false, reservedBy: null };
  await tx.update(orders).set(returned).where(eq(orders.id, id));
  const lines = order.lines.map((line) => ({ ...line, stockReserved: false }));
  return { ...order, ...returned, lines };
}

/**
 * Returns the units of paid, unshipped lines to the stock after their full refund. Returns the number of these units.
 * A file that was sold stays sold.
 */
export async function returnUnshippedUnits(
  tx: Transaction,
  { products }: OrderDeps,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<number> {
  const isRefunded = await readRefundedLines(tx, order, payment, isDone);
  const unshipped = listUnshipped(order, payment).filter(isRefunded);
  if (unshipped.length === 0) return 0;
  const returned = await tx
    .update(orderLines)
    .set({ stockReserved: false })
    .where(and(areLines(unshipped), eq(orderLines.stockReserved, true)))
    .returning({ productId: orderLines.productId });
  for (const { productId } of inLockOrder(returned)) {
    if (productId !== null) await products.releaseStock(tx, productId);
  }
  return returned.length;
}

/**
 * Takes the units of lines from the stock again if their full refund fails later, because they must be shipped then.
 * Emails the creator if a unit is sold meanwhile.
 */
export async function takeBackReturnedUnits(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, refund }: { order: OrderRow; payment: PaymentRow; refund: RefundRow },
): Promise<void> {
  const current = await findOrder(tx, { orderId: order.id });
  if (!current) return;
  const isRefunded = await readRefundedLines(tx, current, payment, isDone);
  const wasRefunded = await readRefundedLines(
    tx,
    current,
    payment,
    (each) => isDone(each) || each.id === refund.id,
  );
  const returned = listUnshipped(current, payment).filter(
    (line) => !line.stockReserved && wasRefunded(line) && !isRefunded(line),
  );
  if (returned.length === 0) return;
  if (await reserveLines(tx, deps, returned))
    await reportOversold(tx, deps, { order, cause: refund.id, exceeded: ["stock"] });
}

/** Lists the goods that a payment has bought and that are not shipped, as far as their products exist. */
const listUnshipped = (order: OrderRow, { isDuplicate, isHeld }: PaymentRow) =>
  order.paidAt === null || isDuplicate || isHeld
    ? []
    : goodsOf(order).filter(({ shippedAt, productId }) => shippedAt === null && productId !== null);

/** Reserves a unit of stock for each of these lines. Returns whether one is sold out. */
async function reserveLines(tx: Transaction, { products }: OrderDeps, lines: readonly OrderLine[]) {
  let isSoldOut = false;
  for (const line of inLockOrder(lines)) {
    if (line.productId === null) continue;
    const reservation = await products.reserveStock(tx, line.productId);
    if (reservation === "reserved") await setStockReserved(tx, line);
    if (reservation === "sold_out") isSoldOut = true;
  }
  return isSoldOut;
}

const isDone = ({ status }: SplitRefund) => status === "done";

/** Returns whether some refunds of a payment return all of a line. A free line goes with the whole order. */
async function readRefundedLines(
  tx: Transaction,
  { id, lines }: OrderRow,
  payment: PaymentRow,
  isCounted: (refund: SplitRefund) => boolean,
): Promise<(line: OrderLine) => boolean> {
  const refunds = await listRefunds(tx, id);
  const counted = refunds.filter((refund) => refund.paymentId === payment.id && isCounted(refund));
  const refunded = refundedOfLines(lines, counted);
  const isWhole = lines.every(({ amountCents }, at) => (refunded[at] ?? 0) >= amountCents);
  const isRefunded = lines.map(
    ({ amountCents }, at) => amountCents > 0 && (refunded[at] ?? 0) >= amountCents,
  );
  return (line) => isWhole || isRefunded[lines.findIndex(({ id }) => id === line.id)] === true;
}

/**
 * Reserves stock and code again for an order that is paid after its reservation ended.
 * The payment is honoured even if nothing is left. Returns the exceeded limits for `reportOversold`.
 */
export async function restoreReservations(tx: Transaction, deps: OrderDeps, order: OrderRow) {
  const exceeded: string[] = [];
  if (!order.discountReserved && order.discountId !== null) {
    const { isExceeded } = await deps.discounts.honorDiscount(tx, order.discountId);
    if (isExceeded) exceeded.push(`code ${order.discountCode}`);
  }
  const unreserved = order.lines.filter(({ stockReserved }) => !stockReserved);
  if (await reserveLines(tx, deps, unreserved)) exceeded.push("stock");
  return exceeded;
}

/** Records an oversold order and emails its number to the creator. */
export async function reportOversold(
  tx: Transaction,
  deps: OrderDeps,
  { order, cause, exceeded }: { order: OrderRow; cause: string; exceeded: readonly string[] },
): Promise<void> {
  const note = exceeded.join(", ");
  await recordEvent(tx, { orderId: order.id, by: "system", what: "oversold", note });
  await queuePaymentNotice(tx, deps, { order, notice: "oversold", cause, amountCents: order.amountCents });
}
