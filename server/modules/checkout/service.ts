import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { platformFee } from "../../../contract/fees.ts";
import { paths } from "../../../contract/paths.ts";
import { tileTypeRules } from "../../../contract/tile-types.ts";
import { isConnectionLost, isRetryableTransactionError } from "../../platform/database/errors.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { Log } from "../../platform/log/index.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import type { Analytics } from "../analytics/index.ts";
import { findCreatorById, platformFeeBps } from "../creators/index.ts";
import { findProduct } from "../products/index.ts";
import { findAnyTile } from "../tiles/index.ts";
import {
  checkoutCancelled,
  checkoutExpired,
  checkoutNotFound,
  noLongerForSale,
  notForSale,
  nothingToDownload,
  orderNotFound,
  tileNotFound,
} from "./errors.ts";
import { queueReceipt } from "./order-mails.ts";
import { findUnavailable } from "./payable.ts";
import { areReceiptsSent, maySendReceipt } from "./receipt-rules.ts";
import {
  findOrder,
  findOrderOfLink,
  insertOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  renewDownload,
  setCancelled,
  setPaid,
} from "./repository.ts";
import { queueSaleEmail } from "./sale-emails.ts";
import type { OrderTokens } from "./tokens.ts";

export type CheckoutDeps = {
  db: Database;
  log: Log;
  analytics: Analytics;
  jobs: Jobs;
  mails: EmailQueue;
  limits: RateLimiter;
  tokens: OrderTokens;
  publicUrl: string;
};

/** Creates an order for the product of a tile with its current price and returns the URL of the checkout. Throws 404, 409. */
export async function startCheckout(deps: CheckoutDeps, tileId: number) {
  const tile = await findAnyTile(deps.db, tileId);
  if (!tile) throw tileNotFound();
  const { needs } = tileTypeRules(tile.type);
  if (!tile.active || needs !== "productId" || tile.productId === null) throw notForSale();
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

/** Returns the order of a checkout. Throws 404. */
export async function getCheckout(deps: CheckoutDeps, checkoutToken: string): Promise<OrderRow> {
  const order = await findOrder(deps.db, { checkoutTokenHash: deps.tokens.hash(checkoutToken) });
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
  const key = { checkoutTokenHash: deps.tokens.hash(checkoutToken) };
  // Runs before the transaction, because the rate limiter uses a connection of its own.
  const isReceiptQueued = email !== null && (await reserveReceipt(deps, key, { to: email, ip }));
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw checkoutNotFound();
    if (order.status === "cancelled" || order.status === "failed") throw checkoutCancelled();
    if (order.status === "pending") {
      const unavailable = await findUnavailable(tx, order);
      if (unavailable) throw unavailable === "expired" ? checkoutExpired() : noLongerForSale();
      const downloadTokenHash = order.fileId ? deps.tokens.hash(deps.tokens.download(order.seed, 0)) : null;
      const creatorVerified = await areReceiptsSent(tx, order);
      const paid = { buyerEmail: email, downloadTokenHash, creatorVerified, isReceiptQueued };
      const paidAt = await setPaid(tx, order.id, paid);
      if (isReceiptQueued) await queueReceipt(tx, deps, { order: { ...order, paidAt }, to: email });
      await queueSaleEmail(tx, deps, order);
      await countPurchase(tx, deps, order);
    }
    return {
      returnUrl: returnUrl(deps, order, "success"),
      browserToken: deps.tokens.browser(order.seed),
    };
  });
}

/** Returns whether the payment of a pending order sends a receipt, and counts that receipt against its caps. */
async function reserveReceipt(deps: CheckoutDeps, key: OrderKey, { to, ip }: { to: string; ip: string }) {
  const order = await findOrder(deps.db, key);
  if (order?.status !== "pending" || (await findUnavailable(deps.db, order))) return false;
  return (await areReceiptsSent(deps.db, order)) && maySendReceipt(deps, { order, to, ip });
}

/** Records a purchase in the transaction of its payment. A failure or a lock timeout loses the event but not the sale. Must be last in the transaction, because the shorter lock timeout applies until its end. */
async function countPurchase(tx: Transaction, { analytics, log }: CheckoutDeps, order: OrderRow) {
  const { id, creatorId, tileId } = order;
  if (creatorId === null) return;
  try {
    await tx.transaction(async (savepoint) => {
      await savepoint.execute(sql`set local lock_timeout = '1s'`);
      await analytics.recordPurchase(savepoint, { creatorId, tileId });
    });
  } catch (error) {
    if (isRetryableTransactionError(error) || isConnectionLost(error)) throw error;
    log.error({ err: error, orderId: id }, "purchase event was not recorded; the sale continues");
  }
}

/** Cancels a pending order; a paid order stays paid. Throws 404. */
export async function cancelOrder(deps: CheckoutDeps, checkoutToken: string): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { checkoutTokenHash: deps.tokens.hash(checkoutToken) });
    if (!order) throw checkoutNotFound();
    if (order.status === "paid") return returnUrl(deps, order, "success");
    if (order.status === "pending") await setCancelled(tx, order.id);
    return returnUrl(deps, order, "cancelled");
  });
}

/** Returns a buyer's order. Throws 404. */
export async function getOrder(deps: CheckoutDeps, orderToken: string): Promise<OrderRow> {
  const order = await findOrder(deps.db, { orderTokenHash: deps.tokens.hash(orderToken) });
  if (!order) throw orderNotFound();
  return order;
}

/** Replaces an order's download link by one that is valid for three days; the previous link stops working. */
export async function rotateDownloadLink(
  tx: Transaction,
  { tokens }: Pick<CheckoutDeps, "tokens">,
  order: OrderRow,
): Promise<void> {
  const downloadLinkVersion = order.downloadLinkVersion + 1;
  const downloadTokenHash = tokens.hash(tokens.download(order.seed, downloadLinkVersion));
  await renewDownload(tx, order.id, { downloadLinkVersion, downloadTokenHash });
}

/** Renews the download link of a paid order; the previous link stops working. Throws 404, 409. */
export async function renewOrder(deps: CheckoutDeps, orderToken: string): Promise<OrderRow> {
  const key = { orderTokenHash: deps.tokens.hash(orderToken) };
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw orderNotFound();
    if (order.status !== "paid" || !order.downloadTokenHash) throw nothingToDownload();
    await rotateDownloadLink(tx, deps, order);
    return (await findOrder(tx, key)) ?? order;
  });
}

/** Returns what the return page may show for a valid download link. The order page is linked only in the browser that paid or shortly after payment, because it stays valid longer than the download link. */
export async function findReturn(
  deps: CheckoutDeps,
  { downloadToken, browserToken }: { downloadToken: string; browserToken: string | undefined },
): Promise<{ orderToken: string | null; isReceiptSent: boolean | null }> {
  const { tokens } = deps;
  const found = await findOrderOfLink(deps.db, tokens.hash(downloadToken));
  if (!found) return { orderToken: null, isReceiptSent: null };
  const paidHere =
    browserToken !== undefined && tokens.hash(browserToken).equals(tokens.hash(tokens.browser(found.seed)));
  return {
    orderToken: paidHere || found.paidRecently ? tokens.order(found.seed) : null,
    isReceiptSent: found.receiptQueued,
  };
}

function returnUrl(deps: CheckoutDeps, order: OrderRow, status: "success" | "cancelled"): string {
  const handle = order.creator?.handle;
  if (status === "cancelled") return paths.checkoutReturn({ status, handle });
  // Without a download there is no download token, so the URL contains the order token.
  return order.fileId
    ? paths.checkoutReturn({
        status,
        downloadToken: deps.tokens.download(order.seed, order.downloadLinkVersion),
        handle,
      })
    : paths.checkoutReturn({ status, handle, order: deps.tokens.order(order.seed) });
}
