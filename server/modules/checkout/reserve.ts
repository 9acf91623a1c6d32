import { OPEN_RESERVATIONS, UNPAID_HOLDS } from "../../../contract/rules/limits.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { clientSubnet } from "../../platform/net/ip.ts";
import type { PaymentRow } from "../order-payments/index.ts";
import {
  countReservations,
  hasBuyerUsedDiscount,
  inLockOrder,
  mainLinesOf,
  type OrderLine,
  type OrderRow,
  setStockReserved,
  unpaidHoldLimits,
} from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutChanged, errors } from "./errors.ts";
import type { Quote } from "./quote.ts";

/**
 * Reserves one unit of stock for each line of a locked order that holds none. Returns the order. Throws 409 if a
 * product is sold out.
 */
export async function reserveUnits(
  tx: Transaction,
  deps: CheckoutDeps,
  { order, quote }: { order: OrderRow; quote: Pick<Quote, "parts" | "mainTotalCents"> },
): Promise<OrderRow> {
  const isCounted = (line: OrderLine) =>
    quote.parts.some(({ id, stock }) => id === line.productId && stock !== null);
  const wanted = order.lines.filter((line) => !line.stockReserved && isCounted(line));
  if (wanted.length === 0) return order;
  const reserved = new Set<OrderLine>();
  const main = mainLinesOf(order);
  for (const line of inLockOrder(wanted)) {
    const reservation = await reserveUnit(tx, deps, line);
    // The product is still for sale without the second offer.
    if (reservation === "sold_out" && !main.includes(line)) throw checkoutChanged(quote.mainTotalCents);
    if (reservation === "sold_out") throw soldOut(line);
    if (reservation === "reserved") reserved.add(line);
  }
  const lines = order.lines.map((line) => (reserved.has(line) ? { ...line, stockReserved: true } : line));
  return { ...order, lines };
}

async function reserveUnit(tx: Transaction, { products }: CheckoutDeps, line: OrderLine) {
  const { productId } = line;
  const reservation = productId === null ? "sold_out" : await products.reserveStock(tx, productId);
  if (reservation === "reserved") await setStockReserved(tx, line);
  return reservation;
}

const soldOut = ({ bundleName, name: part }: OrderLine) =>
  bundleName === null ? errors.soldOut() : errors.partSoldOut({ part });

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

/** The client behind an unpaid reservation, and the limits of its holds on scarce items. */
export type Holder = { reservedBy: string | null; holds: UnpaidHoldLimit[] };
export const NO_HOLDER: Holder = { reservedBy: null, holds: [] };
type UnpaidHoldLimit = ReturnType<typeof unpaidHoldLimits>["stock"];

/**
 * Returns the client and the scarce items of an unpaid reservation.
 * Call it after the reservation, whose locks serialise the payments of one client.
 * Throws 429 if the client holds too much of a small stock, or of a code's uses.
 */
export async function findHolder(
  tx: Transaction,
  { derive, settings }: CheckoutDeps,
  { order, quote, ip }: { order: OrderRow; quote: Pick<Quote, "parts" | "discount">; ip: string },
): Promise<Holder> {
  const counted = quote.parts.filter(({ stock }) => stock !== null);
  const usesLeft = quote.discount?.usesLeft ?? null;
  if (!settings.rateLimits || (counted.length === 0 && usesLeft === null)) return NO_HOLDER;
  const reservedBy = derive("reservation", clientSubnet(ip));
  const discountId = quote.discount?.id ?? null;
  const productIds = counted.map(({ id }) => id);
  const open = await countReservations(tx, { reservedBy, exceptOrderId: order.id, productIds, discountId });
  const limitsOf = (productId: number | null) => unpaidHoldLimits({ reservedBy, productId, discountId });
  const holds = counted.flatMap(({ id, stock }) =>
    isScarce(stock ?? 0, open.units.get(id) ?? 0) ? limitsOf(id).stock : [],
  );
  if (usesLeft !== null && isScarce(usesLeft, open.uses)) holds.push(limitsOf(null).uses);
  return { reservedBy, holds };
}

/** Returns whether few items are left before this reservation, including those that the client holds. Throws 429 if it holds too many. */
function isScarce(left: number, held: number): boolean {
  const total = left + held;
  if (held + 1 > Math.max(OPEN_RESERVATIONS.min, total * OPEN_RESERVATIONS.share)) throw errors.reserved();
  return total <= OPEN_RESERVATIONS.min;
}

/**
 * Counts an unpaid hold on scarce items. Cancels the payment if this client has done so too often.
 * Throws 429.
 * Runs after the transaction, because the rate limiter uses another connection.
 */
export async function limitUnpaidHolds(
  { limits, orderPayments }: CheckoutDeps,
  { order, payment, holds }: { order: OrderRow; payment: PaymentRow; holds: Holder["holds"] },
): Promise<void> {
  if (holds.length === 0) return;
  const use = { name: "unpaid holds of an order", key: order.seed };
  if (!(await tryConsume(limits, { ...use, ...UNPAID_HOLDS.order }))) return;
  for (const hold of holds) {
    if (await tryConsume(limits, hold)) continue;
    await orderPayments.endPayment(payment.id, "failed");
    throw errors.tooManyUnpaid();
  }
}
