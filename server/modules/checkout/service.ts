import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { platformFee } from "../../../contract/fees.ts";
import { paths } from "../../../contract/paths.ts";
import { sellsProduct } from "../../../contract/tiles.ts";
import { isCollision, isLineBroken } from "../../platform/database/errors.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { Limits } from "../../platform/http/limits.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Mails } from "../../platform/mail/port.ts";
import type { Analytics } from "../analytics/index.ts";
import { findCreatorById, platformFeeBps } from "../creators/index.ts";
import { findProduct } from "../products/index.ts";
import { findAnyTile } from "../tiles/index.ts";
import {
  checkoutCancelled,
  checkoutUnknown,
  notForSale,
  nothingToDownload,
  orderUnknown,
  tileUnknown,
} from "./errors.ts";
import { queueMailsOfSale } from "./order-mails.ts";
import {
  findOrder,
  findPaidDownload,
  insertOrder,
  lockOrder,
  type OrderRow,
  renewDownload,
  setCancelled,
  setPaid,
} from "./repository.ts";
import type { OrderTokens } from "./tokens.ts";

export type CheckoutDeps = {
  db: Database;
  log: Log;
  analytics: Analytics;
  mails: Mails;
  limits: Limits;
  tokens: OrderTokens;
  publicUrl: string;
};

/** Starts an order for what a tile sells, as it is at this moment, and gives the address of its checkout. Throws 404, 409. */
export async function startCheckout(deps: CheckoutDeps, tileId: number) {
  const tile = await findAnyTile(deps.db, tileId);
  if (!tile) throw tileUnknown();
  if (!tile.active || !sellsProduct(tile.type) || tile.productId === null) throw notForSale();
  const [product, creator] = await Promise.all([
    findProduct(deps.db, { creatorId: tile.creatorId, id: tile.productId }),
    findCreatorById(deps.db, tile.creatorId),
  ]);
  if (!product?.active || !creator) throw notForSale();
  const feeBps = platformFeeBps(creator);
  const seed = randomUUID();
  const checkoutToken = deps.tokens.checkout(seed);
  await insertOrder(deps.db, {
    seed,
    creatorId: creator.id,
    productId: product.id,
    tileId: tile.id,
    productName: product.name,
    productType: product.type,
    mediaUrl: product.mediaUrl ?? tile.imageUrl,
    fileId: product.fileId,
    amountCents: product.priceCents,
    currency: product.currency,
    feeBps,
    feeCents: platformFee(product.priceCents, feeBps),
    provider: "mock",
    checkoutTokenHash: deps.tokens.hash(checkoutToken),
    orderTokenHash: deps.tokens.hash(deps.tokens.order(seed)),
  });
  return { creatorId: creator.id, address: paths.mockCheckout(checkoutToken) };
}

/** The order behind a checkout. Throws 404. */
export async function getCheckout(deps: CheckoutDeps, checkoutToken: string): Promise<OrderRow> {
  const order = await findOrder(deps.db, { checkoutTokenHash: deps.tokens.hash(checkoutToken) });
  if (!order) throw checkoutUnknown();
  return order;
}

/** Pays an order once; every repeat gives the same return address. Throws 404, and 409 after a cancellation. */
export async function payOrder(
  deps: CheckoutDeps,
  { checkoutToken, email }: { checkoutToken: string; email: string | null },
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { checkoutTokenHash: deps.tokens.hash(checkoutToken) });
    if (!order) throw checkoutUnknown();
    if (order.status === "cancelled" || order.status === "failed") throw checkoutCancelled();
    if (order.status === "pending") {
      const downloadTokenHash = order.fileId ? deps.tokens.hash(deps.tokens.download(order.seed, 0)) : null;
      const paidAt = await setPaid(tx, order.id, { buyerEmail: email, downloadTokenHash });
      await queueMailsOfSale(tx, deps, { ...order, paidAt, buyerEmail: email });
      await countPurchase(tx, deps, order);
    }
    return returnUrl(deps, order, "success");
  });
}

/** Counts a purchase with its payment. A failure here, or a lock held for long, costs the count and not the sale; last in its transaction, because the shorter lock timeout stays until the end. */
async function countPurchase(tx: Transaction, { analytics, log }: CheckoutDeps, order: OrderRow) {
  const { id, creatorId, tileId } = order;
  if (creatorId === null) return;
  try {
    await tx.transaction(async (savepoint) => {
      await savepoint.execute(sql`set local lock_timeout = '1s'`);
      await analytics.recordPurchase(savepoint, { creatorId, tileId });
    });
  } catch (error) {
    if (isCollision(error) || isLineBroken(error)) throw error;
    log.error({ err: error, orderId: id }, "purchase event was not recorded; the sale continues");
  }
}

/** Gives up a pending order; a paid one stays paid. Throws 404. */
export async function cancelOrder(deps: CheckoutDeps, checkoutToken: string): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { checkoutTokenHash: deps.tokens.hash(checkoutToken) });
    if (!order) throw checkoutUnknown();
    if (order.status === "paid") return returnUrl(deps, order, "success");
    if (order.status === "pending") await setCancelled(tx, order.id);
    return returnUrl(deps, order, "cancelled");
  });
}

/** A buyer's order. Throws 404. */
export async function getOrder(deps: CheckoutDeps, orderToken: string): Promise<OrderRow> {
  const order = await findOrder(deps.db, { orderTokenHash: deps.tokens.hash(orderToken) });
  if (!order) throw orderUnknown();
  return order;
}

/** The next generation of an order's download link, good for three days; the one before stops working. */
export async function makeNextLink(
  tx: Transaction,
  { tokens }: Pick<CheckoutDeps, "tokens">,
  order: OrderRow,
): Promise<void> {
  const downloadGeneration = order.downloadGeneration + 1;
  const downloadTokenHash = tokens.hash(tokens.download(order.seed, downloadGeneration));
  await renewDownload(tx, order.id, { downloadGeneration, downloadTokenHash });
}

/** Gives a paid order a fresh download link; the one before stops working. Throws 404, 409. */
export async function renewOrder(deps: CheckoutDeps, orderToken: string): Promise<OrderRow> {
  const key = { orderTokenHash: deps.tokens.hash(orderToken) };
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw orderUnknown();
    if (order.status !== "paid" || !order.downloadTokenHash) throw nothingToDownload();
    await makeNextLink(tx, deps, order);
    return (await findOrder(tx, key)) ?? order;
  });
}

/** The lasting order page of a buyer who comes back with a download link that still works; an old link opens nothing more. */
export async function findOrderToken(deps: CheckoutDeps, downloadToken: string): Promise<string | null> {
  const downloadTokenHash = deps.tokens.hash(downloadToken);
  const download = await findPaidDownload(deps.db, downloadTokenHash);
  if (!download || download.expired) return null;
  const order = await findOrder(deps.db, { downloadTokenHash });
  return order ? deps.tokens.order(order.seed) : null;
}

function returnUrl(deps: CheckoutDeps, order: OrderRow, status: "success" | "cancelled"): string {
  const handle = order.creator?.handle;
  if (status === "cancelled") return paths.checkoutReturn({ status, handle });
  // Without a download there is no token that leads to the order, so the address carries the order's own.
  return order.fileId
    ? paths.checkoutReturn({
        status,
        downloadToken: deps.tokens.download(order.seed, order.downloadGeneration),
        handle,
      })
    : paths.checkoutReturn({ status, handle, order: deps.tokens.order(order.seed) });
}
