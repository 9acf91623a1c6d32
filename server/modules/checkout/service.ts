import { randomUUID } from "node:crypto";
import { platformFee } from "../../../contract/fees.ts";
import { paths } from "../../../contract/paths.ts";
import { tileTypeRules } from "../../../contract/tile-types.ts";
import { type Database, inTransaction } from "../../platform/database/index.ts";
import { findCreatorById, platformFeeBps } from "../creators/index.ts";
import {
  findOrder,
  insertOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  type Orders,
  setCancelled,
} from "../orders/index.ts";
import { findProduct } from "../products/index.ts";
import { findAnyTile } from "../tiles/index.ts";
import {
  checkoutCancelled,
  checkoutExpired,
  checkoutNotFound,
  noLongerForSale,
  notForSale,
  tileNotFound,
} from "./errors.ts";
import { findUnavailable } from "./payable.ts";

export type CheckoutDeps = { db: Database; orders: Orders; publicUrl: string };

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
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw checkoutNotFound();
    if (order.status === "cancelled" || order.status === "failed") throw checkoutCancelled();
    if (order.status === "pending") {
      const unavailable = await findUnavailable(tx, order);
      if (unavailable) throw unavailable === "expired" ? checkoutExpired() : noLongerForSale();
      await orders.completeOrder(tx, order, { email, isReceiptQueued });
    }
    return {
      returnUrl: orders.returnUrl(order, "success"),
      browserToken: orders.tokens.browser(order.seed),
    };
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
