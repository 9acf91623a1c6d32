import { eq } from "drizzle-orm";
import type { Transaction } from "../../platform/database/index.ts";
import type { OrderDeps } from "./deps.ts";
import { recordEvent } from "./history.ts";
import { queuePaymentNotice } from "./payment-notices.ts";
import { type OrderRow, setStockReserved } from "./repository.ts";
import { orders } from "./tables.ts";

/** Gives back what a locked order has reserved for its payment, once. */
export async function releaseReservations(
  tx: Transaction,
  { products }: Pick<OrderDeps, "products">,
  orderId: number,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order?.stockReserved) return;
  if (order.productId !== null) await products.releaseStock(tx, order.productId);
  await tx.update(orders).set({ stockReserved: false }).where(eq(orders.id, orderId));
}

/** Takes a piece for an order whose reservation had ended before it was paid. Such a payment is honoured even when nothing is left, and the creator is told. */
export async function takeLatePiece(tx: Transaction, deps: OrderDeps, order: OrderRow): Promise<void> {
  if (order.stockReserved || order.productId === null) return;
  const reservation = await deps.products.reserveStock(tx, order.productId);
  if (reservation === "reserved") {
    await setStockReserved(tx, order.id);
  }
  if (reservation !== "sold_out") return;
  await recordEvent(tx, { orderId: order.id, by: "system", what: "oversold" });
  await queuePaymentNotice(tx, deps, { order, notice: "oversold", cause: order.seed });
}
