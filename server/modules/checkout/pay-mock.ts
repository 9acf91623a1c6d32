import { inTransaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Payment } from "../../platform/payments/sales.ts";
import { freePayment, insertPayment } from "../order-payments/index.ts";
import { findOrder, lockOrder, type OrderRow, setStockReserved } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { findUnavailable } from "./payable.ts";
import { reservePiece } from "./reserve.ts";
import { findSelling } from "./selling.ts";

const MOCK_PAYMENT_MS = 60 * 60 * 1000;

/** Pays an order of the mock checkout once and returns the return URL. Throws 404, 409 when it was cancelled or is no longer for sale, and 410 after a day. */
export async function payMockOrder(
  deps: CheckoutDeps,
  { order: { id: orderId }, email, ip }: { order: OrderRow; email: string | null; ip: string },
): Promise<string> {
  const { orders, orderPayments } = deps;
  // Runs before the transaction, because the rate limiter uses a connection of its own.
  const isReceiptAllowed = email !== null && (await reserveMockReceipt(deps, { orderId, to: email, ip }));
  const known = await findOrder(deps.db, { orderId });
  if (!known) throw notFound("Checkout");
  // The mock provider stores its payments on a connection of its own, too; a repeat returns the same one.
  const reported = await startMockPayment(deps, known);
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { orderId });
    if (!order) throw notFound("Checkout");
    if (order.status === "cancelled" || order.status === "failed") throw errors.cancelled();
    if (order.status === "pending") {
      const unavailable = await findUnavailable(tx, order);
      if (unavailable) throw unavailable === "expired" ? errors.expired() : errors.noLongerForSale();
      const selling = order.creatorId === null ? null : await findSelling(deps, tx, order.creatorId);
      if (selling?.kind === "off") throw errors.noLongerForSale();
      if (selling?.kind !== "mock") throw errors.mockReplaced();
      const stockReserved = await reservePiece(tx, deps, order);
      if (stockReserved) await setStockReserved(tx, orderId);
      const payment = await insertPayment(tx, {
        id: order.seed,
        orderId,
        provider: "mock",
        amountCents: order.amountCents,
        currency: order.currency,
        feeCents: order.feeCents,
      });
      const paying = orders.paidOrder({ ...order, buyerEmail: email, stockReserved });
      await orderPayments.applyPayment(tx, { order: paying, payment, reported, isReceiptAllowed });
    }
    return orders.returnUrl(order, "success");
  });
}

/** Lets the mock provider take the money of an order, which no provider does for an amount of 0. */
async function startMockPayment({ clock, sales }: CheckoutDeps, order: OrderRow): Promise<Payment> {
  const { seed: id, amountCents: amount, currency, feeCents: fee } = order;
  if (amount === 0) return freePayment({ id, currency, paidAt: clock.now() });
  return sales.mock.startPayment({
    id,
    account: null,
    amount,
    currency,
    fee,
    lines: [{ name: order.productName, amount }],
    orderNumber: "",
    email: null,
    address: null,
    returnUrl: "",
    expiresAt: new Date(clock.now().getTime() + MOCK_PAYMENT_MS),
    allowLate: false,
    locale: null,
  });
}

/** Returns whether the payment of a pending order sends a receipt, and counts that receipt against its caps. */
async function reserveMockReceipt(
  { db, orders }: CheckoutDeps,
  { orderId, to, ip }: { orderId: number; to: string; ip: string },
) {
  const order = await findOrder(db, { orderId });
  if (order?.status !== "pending" || (await findUnavailable(db, order))) return false;
  return (await orders.areReceiptsSent(order)) && orders.reserveReceipt({ order, to, ip });
}
