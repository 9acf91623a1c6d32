import type { Transaction } from "../../platform/database/index.ts";
import { hasBuyerUsedDiscount, type OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { soldOut } from "./errors.ts";

/** Takes a piece of the stock for a locked order unless it has one, and returns whether it has one now. Throws 409 when none is left. */
export async function reservePiece(
  tx: Transaction,
  { products }: Pick<CheckoutDeps, "products">,
  order: OrderRow,
): Promise<boolean> {
  if (order.stockReserved) return true;
  const reservation =
    order.productId === null ? "sold_out" : await products.reserveStock(tx, order.productId);
  if (reservation === "sold_out") throw soldOut();
  return reservation === "reserved";
}

/** Returns a function that reserves a use of a discount code for an order and a buyer. Throws 400, 409. */
export function reserveCode(
  tx: Transaction,
  { discounts }: Pick<CheckoutDeps, "discounts">,
  { order, email }: { order: OrderRow; email: string },
) {
  return (redemption: Parameters<CheckoutDeps["discounts"]["findDiscount"]>[1]) =>
    discounts.reserveDiscount(tx, {
      ...redemption,
      isUsedBy: (discountId) => hasBuyerUsedDiscount(tx, { discountId, email, exceptOrderId: order.id }),
    });
}
