import { OPEN_RESERVATIONS, UNPAID_HOLDS } from "../../../contract/rules/limits.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { clientSubnet } from "../../platform/net/ip.ts";
import type { PaymentRow } from "../order-payments/index.ts";
import {
  countReservations,
  hasBuyerUsedDiscount,
  mainLineOf,
  type OrderLine,
  type OrderRow,
  setStockReserved,
  unpaidHoldLimits,
} from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import type { Quote } from "./quote.ts";

/** Reserves one unit of stock for each line of a locked order that does not hold one. Returns the order. Throws 409 if one is sold out. */
export async function reservePieces(tx: Transaction, deps: CheckoutDeps, order: OrderRow): Promise<OrderRow> {
  const lines: OrderLine[] = [];
  for (const line of order.lines) {
    const stockReserved = line.stockReserved || (await reservePiece(tx, deps, line));
    lines.push({ ...line, stockReserved });
  }
  return { ...order, lines };
}

async function reservePiece(tx: Transaction, { products }: CheckoutDeps, line: OrderLine): Promise<boolean> {
  const { productId } = line;
  const reservation = productId === null ? "sold_out" : await products.reserveStock(tx, productId);
  if (reservation === "sold_out") throw errors.soldOut();
  if (reservation === "unlimited") return false;
  await setStockReserved(tx, line);
  return true;
}

/** Returns a function that reserves a use of a discount code for an order and a buyer. Throws 400, 409. */
export function reserveCode(
  tx: Transaction,
  { discounts }: CheckoutDeps,
  { order, email }: { order: OrderRow; email: string | null },
) {
  return (redemption: Parameters<CheckoutDeps["discounts"]["findDiscount"]>[1]) =>
    discounts.reserveDiscount(tx, {
      ...redemption,
      isUsedBy: async (discountId) =>
        email !== null && hasBuyerUsedDiscount(tx, { discountId, email, exceptOrderId: order.id }),
    });
}

/** The client behind an unpaid reservation, and its scarce items. */
export type Holder = { reservedBy: string | null; lastOf: ("stock" | "uses")[] };
export const NO_HOLDER: Holder = { reservedBy: null, lastOf: [] };

/**
 * Returns the client and the scarce items of an unpaid reservation.
 * Call it after the reservation, whose locks serialise the payments of one client.
 * Throws 429 if the client holds too much of a small stock, or of a code's uses.
 */
export async function findHolder(
  tx: Transaction,
  { derive, settings }: CheckoutDeps,
  { order, quote, ip }: { order: OrderRow; quote: Pick<Quote, "product" | "discount">; ip: string },
): Promise<Holder> {
  const { product, discount } = quote;
  const limited = { stock: product.stock, uses: discount?.usesLeft ?? null };
  if (!settings.rateLimits || (limited.stock === null && limited.uses === null)) return NO_HOLDER;
  const reservedBy = derive("reservation", clientSubnet(ip));
  const open = await countReservations(tx, {
    ...{ reservedBy, exceptOrderId: order.id },
    ...{ productId: product.id, discountId: discount?.id ?? null },
  });
  const lastOf = (["stock", "uses"] as const).filter((kind) => {
    // The rest before this reservation, including units that the client holds.
    const total = (limited[kind] ?? Number.POSITIVE_INFINITY) + open[kind];
    if (open[kind] + 1 > Math.max(OPEN_RESERVATIONS.min, total * OPEN_RESERVATIONS.share))
      throw errors.reserved();
    return total <= OPEN_RESERVATIONS.min;
  });
  return { reservedBy, lastOf };
}

/**
 * Counts an unpaid hold on scarce stock. Cancels the payment if this client has done so too often.
 * Throws 429.
 * Runs after the transaction, because the rate limiter uses another connection.
 */
export async function limitUnpaidHolds(
  { limits, orderPayments }: CheckoutDeps,
  { order, payment, lastOf }: { order: OrderRow; payment: PaymentRow; lastOf: Holder["lastOf"] },
): Promise<void> {
  if (lastOf.length === 0) return;
  const use = { name: "unpaid holds of an order", key: order.seed };
  if (!(await tryConsume(limits, { ...use, ...UNPAID_HOLDS.order }))) return;
  const holds = unpaidHoldLimits({ ...order, productId: mainLineOf(order).productId });
  for (const kind of lastOf) {
    if (await tryConsume(limits, holds[kind])) continue;
    await orderPayments.endPayment(payment.id, "failed");
    throw errors.tooManyUnpaid();
  }
}
