import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { RateLimiter } from "../../../platform/http/rate-limiter.ts";
import type { Log } from "../../../platform/log/index.ts";
import { clientMailbox, mailboxOf } from "../../../platform/mail/address.ts";
import { findOwner } from "../../accounts/index.ts";
import type { OrderRow } from "../repository.ts";

/**
 * Returns whether money is paid for an order. The price itself limits the emails then.
 * The mode alone does not tell, because a free order can have the mode of real money.
 */
export const isRealMoney = ({ mode, amountCents }: Pick<OrderRow, "mode" | "amountCents">) =>
  mode === "live" && amountCents > 0;

/** Returns whether an order belongs to a sandbox or test keys, where no money moves. */
export const isTestMode = ({ mode }: Pick<OrderRow, "mode">) => mode !== null && mode !== "live";

export type Receipt = {
  order: Pick<OrderRow, "id" | "seed" | "creatorId" | "mode">;
  to: string;
  /** The IP of the buyer, or null if the creator sends the receipt. */
  ip: string | null;
};

/**
 * Returns whether emails about an order are sent.
 * They need a creator with a verified email, because the emails contain the creator's text (the product name).
 */
export async function areReceiptsSent(db: Queries, order: Pick<OrderRow, "creatorId" | "creatorVerified">) {
  // The creator is deleted: the state at payment applies.
  if (order.creatorId === null) return order.creatorVerified !== false;
  return (await findOwner(db, order.creatorId)).isVerified;
}

/** A client's share of a recipient's cap, counted before that cap. */
export const receiptsOfClient = (ip: string, to: string) => ({
  name: "receipts of a client by recipient",
  key: clientMailbox(ip, to),
  ...RECEIPT_CAPS.client,
});

/** Counts a receipt against its caps. Throws 429. */
export async function consumeReceiptLimits({ limits }: { limits: RateLimiter }, { order, to, ip }: Receipt) {
  if (ip !== null) {
    await limits.consume({ name: "receipts by ip", key: ip, ...RECEIPT_CAPS.ip });
    await limits.consume(receiptsOfClient(ip, to));
  }
  await limits.consume({ name: "receipts by recipient", key: mailboxOf(to), ...RECEIPT_CAPS.recipient });
  const creator = String(order.creatorId ?? "deleted");
  await limits.consume({ name: "receipts by creator", key: creator, ...RECEIPT_CAPS.creator });
  if (isTestMode(order))
    await limits.consume({ name: "emails about test orders", key: creator, ...RECEIPT_CAPS.testOrders });
}

/** Counts an email that a seller sends about an order without money. Throws 429. */
export async function consumeSellerLimits(
  { limits }: { limits: RateLimiter },
  { creatorId }: Pick<OrderRow, "creatorId">,
): Promise<void> {
  const key = String(creatorId ?? "deleted");
  await limits.consume({ name: "seller emails without money", key, ...RECEIPT_CAPS.sellerWithoutMoney });
}

/**
 * Returns whether a seller's text about an order may be emailed.
 * Without money its buyer can be anyone: they must have been sent the receipt, whose caps include the buyer's IP.
 * An opened order link is no proof, because the ordering browser has that link, too.
 */
export async function reserveSellerText(
  deps: { limits: RateLimiter; log: Log },
  { order, to }: { order: OrderRow; to: string },
): Promise<boolean> {
  if (isRealMoney(order)) return true;
  if (order.receiptQueuedAt === null && order.linksMailedAt === null) {
    deps.log.info({ orderId: order.id }, "no email about an order without money whose receipt was not sent");
    return false;
  }
  try {
    await consumeSellerLimits(deps, order);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error, orderId: order.id }, "order not emailed: the seller reached its limit");
    return false;
  }
  return reserveReceipt(deps, { order, to, ip: null });
}

/**
 * Counts the receipt of a sale against its caps and returns false when a cap is reached.
 * It does not throw, because a cap must not stop the sale.
 */
export async function reserveReceipt(deps: { limits: RateLimiter; log: Log }, receipt: Receipt) {
  try {
    await consumeReceiptLimits(deps, receipt);
    return true;
  } catch (error) {
    const reason = error instanceof AppError ? "email cap reached" : "email caps unavailable";
    deps.log.warn({ err: error, orderId: receipt.order.id, reason }, "sale without a receipt email");
    return false;
  }
}

/**
 * Returns whether the receipt of a provider's payment may be emailed, and counts it against the caps.
 * Receipts of real money are always sent.
 */
export async function reserveOrderReceipt(
  deps: { db: Queries; limits: RateLimiter; log: Log },
  order: OrderRow,
  reportedEmail: string | null,
): Promise<boolean> {
  const to = order.buyerEmail ?? reportedEmail;
  if (to === null || order.paidAt) return false;
  if (isRealMoney(order)) return true;
  return (await areReceiptsSent(deps.db, order)) && reserveReceipt(deps, { order, to, ip: null });
}
