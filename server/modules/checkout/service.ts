import { randomUUID } from "node:crypto";
import { platformFee } from "../../../contract/fees.ts";
import { paths } from "../../../contract/paths.ts";
import { tileTypeRules } from "../../../contract/tile-types.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Connect } from "../connect/index.ts";
import { findCreatorById, platformFeeBps } from "../creators/index.ts";
import type { Discounts } from "../discounts/index.ts";
import {
  findOrder,
  freePayment,
  insertOrder,
  insertPayment,
  lockOrder,
  type OrderKey,
  type OrderRow,
  type Orders,
  type ReportedPayment,
  setCancelled,
  setStockReserved,
} from "../orders/index.ts";
import { findProduct, type Products } from "../products/index.ts";
import type { Sellers } from "../sellers/index.ts";
import { findAnyTile } from "../tiles/index.ts";
import {
  checkoutCancelled,
  checkoutExpired,
  checkoutNotFound,
  noLongerForSale,
  notForSale,
  soldOut,
  tileNotFound,
} from "./errors.ts";
import { findUnavailable } from "./payable.ts";

export type CheckoutDeps = {
  db: Database;
  connect: Connect;
  discounts: Discounts;
  orders: Orders;
  products: Products;
  sellers: Sellers;
  sales: Infrastructure["sales"];
  publicUrl: string;
};

const MOCK_PAYMENT_MS = 60 * 60 * 1000;

/** Creates an order for the product of a tile with its current price and returns the URL of the checkout. Throws 404, 409. */
export async function startCheckout({ db, orders: { tokens } }: CheckoutDeps, tileId: number) {
  const tile = await findAnyTile(db, tileId);
  if (!tile) throw tileNotFound();
  const { needs } = tileTypeRules(tile.type);
  if (!tile.active || needs !== "productId" || tile.productId === null) throw notForSale();
  const [product, creator] = await Promise.all([
    findProduct(db, { creatorId: tile.creatorId, id: tile.productId }),
    findCreatorById(db, tile.creatorId),
  ]);
  if (!product?.active || !creator) throw notForSale();
  const feeBps = platformFeeBps(creator);
  const seed = randomUUID();
  const checkoutToken = tokens.checkout(seed);
  await insertOrder(db, {
    seed,
    creatorId: creator.id,
    productId: product.id,
    tileId: tile.id,
    productName: product.name,
    productType: product.type,
    mediaUrl: product.mediaUrl ?? tile.imageUrl,
    fileId: product.fileId,
    itemCents: product.priceCents,
    amountCents: product.priceCents,
    currency: product.currency,
    feeBps,
    feeCents: platformFee(product.priceCents, feeBps),
    provider: "mock",
    checkoutTokenHash: tokens.hash(checkoutToken),
    orderTokenHash: tokens.hash(tokens.order(seed)),
  });
  return { creatorId: creator.id, address: paths.mockCheckout(checkoutToken), mock: true };
}

/** Returns the order of a checkout. Throws 404. */
export async function getCheckout({ db, orders }: CheckoutDeps, checkoutToken: string): Promise<OrderRow> {
  const order = await findOrder(db, { checkoutTokenHash: orders.tokens.hash(checkoutToken) });
  if (!order) throw checkoutNotFound();
  return order;
}

export type Payment = {
  returnUrl: string;
  /** The value of the cookie that identifies the paying browser. */
  browserToken: string;
};

/** Pays an order once; a repeated request returns the same return URL. Throws 404, 409 when it was cancelled or is no longer for sale, and 410 after a day. */
export async function payOrder(
  deps: CheckoutDeps,
  { checkoutToken, email, ip }: { checkoutToken: string; email: string | null; ip: string },
): Promise<Payment> {
  const { orders } = deps;
  const key = { checkoutTokenHash: orders.tokens.hash(checkoutToken) };
  // Runs before the transaction, because the rate limiter uses a connection of its own.
  const isReceiptQueued = email !== null && (await reserveReceipt(deps, key, { to: email, ip }));
  // The mock provider stores its payments on a connection of its own, too; a repeat returns the same one.
  const reported = await startMockPayment(deps, await getCheckout(deps, checkoutToken));
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw checkoutNotFound();
    if (order.status === "cancelled" || order.status === "failed") throw checkoutCancelled();
    if (order.status === "pending") {
      const unavailable = await findUnavailable(tx, order);
      if (unavailable) throw unavailable === "expired" ? checkoutExpired() : noLongerForSale();
      await reservePiece(tx, deps, order);
      const payment = await insertPayment(tx, {
        id: order.seed,
        orderId: order.id,
        provider: "mock",
        amountCents: order.amountCents,
        currency: order.currency,
        feeCents: order.feeCents,
      });
      await orders.applyPayment(tx, {
        order: { ...order, buyerEmail: email },
        payment,
        reported,
        isReceiptAllowed: isReceiptQueued,
      });
    }
    return {
      returnUrl: orders.returnUrl(order, "success"),
      browserToken: orders.tokens.browser(order.seed),
    };
  });
}

/** Takes a piece of the stock for a locked order. Throws 409 when none is left. */
async function reservePiece(tx: Transaction, { products }: CheckoutDeps, order: OrderRow): Promise<void> {
  const reservation =
    order.productId === null ? "sold_out" : await products.reserveStock(tx, order.productId);
  if (reservation === "sold_out") throw soldOut();
  if (reservation === "reserved") await setStockReserved(tx, order.id);
}

/** Lets the mock provider take the money of an order, which no provider does for an amount of 0. */
async function startMockPayment(
  { sales }: CheckoutDeps,
  order: OrderRow,
): Promise<ReportedPayment["reported"]> {
  const { seed: id, amountCents: amount, currency, feeCents: fee } = order;
  if (amount === 0) return freePayment({ id, currency });
  return sales.mock.startPayment({
    id,
    account: null,
    amount,
    currency,
    fee,
    lines: [{ name: order.productName, amount }],
    orderNumber: String(order.id),
    email: null,
    address: null,
    returnUrl: "",
    notifyUrl: null,
    expiresAt: new Date(Date.now() + MOCK_PAYMENT_MS),
    allowLate: false,
    locale: null,
  });
}

/** Returns whether the payment of a pending order sends a receipt, and counts that receipt against its caps. */
async function reserveReceipt(
  { db, orders }: CheckoutDeps,
  key: OrderKey,
  { to, ip }: { to: string; ip: string },
) {
  const order = await findOrder(db, key);
  if (order?.status !== "pending" || (await findUnavailable(db, order))) return false;
  return (await orders.areReceiptsSent(order)) && orders.maySendReceipt({ order, to, ip });
}

/** Cancels a pending order; a paid order stays paid. Throws 404. */
export async function cancelOrder({ db, orders }: CheckoutDeps, checkoutToken: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, { checkoutTokenHash: orders.tokens.hash(checkoutToken) });
    if (!order) throw checkoutNotFound();
    if (order.paidAt) return orders.returnUrl(order, "success");
    if (order.status === "pending") await setCancelled(tx, order.id);
    return orders.returnUrl(order, "cancelled");
  });
}
