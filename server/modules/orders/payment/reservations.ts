import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  findPaymentIn,
  listRefunds,
  type PaymentRow,
  type RefundRow,
  refundedOf,
} from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import { queuePaymentNotice } from "../emails/payment-notices.ts";
import { recordEvent } from "../history.ts";
import { type OrderRow, setStockReserved } from "../repository.ts";
import { orders } from "../tables.ts";

/**
 * Releases the reservations of a locked order once none of its payments can still be paid.
 * A replaced payment is reported again later, e.g. when its session expires, and must not release its successor's reservations.
 */
export async function releaseReservations(tx: Transaction, deps: OrderDeps, orderId: number): Promise<void> {
  if (await findPaymentIn(tx, orderId, ["open", "processing"])) return;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order) await returnReservations(tx, deps, order);
}

/** Releases the reservations of a locked order. Returns the updated order. */
export async function returnReservations<Order extends Reserving>(
  tx: Transaction,
  { products, discounts }: OrderDeps,
  order: Order,
): Promise<Order> {
  const { id, stockReserved, productId, discountReserved, discountId } = order;
  if (!stockReserved && !discountReserved) return order;
  // The code first, as when they are reserved, to prevent deadlocks.
  if (discountReserved && discountId !== null) await discounts.releaseDiscount(tx, discountId);
  if (stockReserved && productId !== null) await products.releaseStock(tx, productId);
  const returned = { stockReserved: false, discountReserved: false, reservedBy: null };
  await tx.update(orders).set(returned).where(eq(orders.id, id));
  return { ...order, ...returned };
}

type Reserving = Pick<
  OrderRow,
  "id" | "stockReserved" | "productId" | "discountReserved" | "discountId" | "reservedBy"
>;

/**
 * Returns the unit of a paid, unshipped order to the stock after its full refund. Returns whether a unit was returned.
 * A file that was sold stays sold.
 */
export async function returnUnshippedPiece(
  tx: Transaction,
  { products }: OrderDeps,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<boolean> {
  const { id, productId } = order;
  if (!isUnshipped(order, payment) || productId === null) return false;
  if ((await readRefunded(tx, order, payment)) < payment.amountCents) return false;
  const [returned] = await tx
    .update(orders)
    .set({ stockReserved: false })
    .where(and(eq(orders.id, id), eq(orders.stockReserved, true)))
    .returning({ id: orders.id });
  if (!returned) return false;
  await products.releaseStock(tx, productId);
  return true;
}

/**
 * Takes an order's unit from the stock again if its full refund fails later, because the order must be shipped then.
 * Emails the creator if the unit is sold meanwhile.
 */
export async function takeBackReturnedPiece(
  tx: Transaction,
  deps: OrderDeps,
  { order, payment, refund }: { order: OrderRow; payment: PaymentRow; refund: RefundRow },
): Promise<void> {
  const [current] = await tx.select().from(orders).where(eq(orders.id, order.id));
  if (!current || current.stockReserved || current.productId === null || !isUnshipped(current, payment))
    return;
  if ((await readRefunded(tx, order, payment)) + refund.amountCents < payment.amountCents) return;
  const reservation = await deps.products.reserveStock(tx, current.productId);
  if (reservation === "reserved") await setStockReserved(tx, order.id);
  if (reservation === "sold_out")
    await reportOversold(tx, deps, { order, cause: refund.id, exceeded: ["stock"] });
}

const isUnshipped = (
  { paidAt, productType, shippedAt }: Pick<OrderRow, "paidAt" | "productType" | "shippedAt">,
  { isDuplicate, isHeld }: Pick<PaymentRow, "isDuplicate" | "isHeld">,
) => paidAt !== null && productType === "physical" && shippedAt === null && !isDuplicate && !isHeld;

/** Returns the refunded amount of a payment, in minor units. */
async function readRefunded(tx: Transaction, { id }: OrderRow, payment: PaymentRow): Promise<number> {
  const refunds = await listRefunds(tx, id);
  return refundedOf(
    refunds.filter(({ status }) => status === "done"),
    payment.id,
  );
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
  if (!order.stockReserved && order.productId !== null) {
    const reservation = await deps.products.reserveStock(tx, order.productId);
    if (reservation === "reserved") await setStockReserved(tx, order.id);
    if (reservation === "sold_out") exceeded.push("stock");
  }
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
