import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import { inTransaction } from "../../../platform/database/index.ts";
import type { AppError } from "../../../platform/http/app-error.ts";
import { notFound } from "../../../platform/http/app-error.ts";
import { findAccess } from "../access/access.ts";
import { rotateDownloadLinks } from "../access/links.ts";
import type { OrderDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import {
  findMailState,
  findOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  setLinksMailed,
} from "../repository.ts";
import { queueReceiptAgain } from "./order-mails.ts";
import { areReceiptsSent, consumeReceiptLimits, consumeSellerLimits, isRealMoney } from "./receipt-rules.ts";

/**
 * Emails the links of an order to its buyer.
 * `email` is stored when the order has no email, and is ignored otherwise.
 * Throws 404, 409, 429.
 */
export async function mailOrder(
  deps: OrderDeps,
  { key, email, ip }: { key: OrderKey; email: string | null; ip: string },
): Promise<void> {
  await mailLinks(deps, {
    key,
    ip,
    recipientOf: (order) => order.buyerEmail ?? email,
    noRecipient: errors.noBuyerEmail,
  });
}

/** Emails the links of one of a creator's orders to its buyer. Throws 404, 409, 429. */
export async function resendOrder(deps: OrderDeps, key: { id: number; creatorId: number }): Promise<void> {
  await mailLinks(deps, {
    key,
    ip: null,
    recipientOf: (order) => order.buyerEmail,
    noRecipient: errors.buyerUnreachable,
  });
}

type ResendRequest = {
  key: OrderKey;
  /** The IP of the buyer, or null if the creator sends the receipt. */
  ip: string | null;
  recipientOf: (order: OrderRow) => string | null;
  noRecipient: () => AppError;
};

/**
 * Emails the links of an order and renews an expired link first.
 * Sends nothing when the links were emailed within the last minute, so that a double click sends one email.
 */
async function mailLinks(deps: OrderDeps, resend: ResendRequest): Promise<void> {
  const found = withRecipient(await findOrder(deps.db, resend.key), resend);
  const { id, seed } = found.order;
  if (!(await areReceiptsSent(deps.db, found.order))) throw errors.creatorUnverified();
  if ((await findMailState(deps.db, id))?.recentlySent) return;
  await deps.limits.consume({ name: "order-mail", key: seed, ...RECEIPT_CAPS.order });
  if (resend.ip === null && !isRealMoney(found.order)) await consumeSellerLimits(deps, found.order);
  await consumeReceiptLimits(deps, { ...found, ip: resend.ip });
  await inTransaction(deps.db, async (tx) => {
    const { order: locked, to } = withRecipient(await lockOrder(tx, resend.key), resend);
    const state = await findMailState(tx, id);
    if (state?.recentlySent) return;
    const isDownloadable = (await findAccess(tx, locked)).open.length > 0;
    if (state?.expired && isDownloadable) await rotateDownloadLinks(tx, deps, locked);
    const requestedAt = await setLinksMailed(tx, id, to);
    const { order } = withRecipient(await findOrder(tx, resend.key), resend);
    await queueReceiptAgain(tx, deps, { order: { ...order, isDownloadable }, to, requestedAt });
  });
}

/** Returns a paid order with the recipient of its email. Throws 404, 409. */
function withRecipient(order: OrderRow | undefined, { recipientOf, noRecipient }: ResendRequest) {
  if (!order) throw notFound("Order");
  if (!order.paidAt) throw errors.notPaid();
  const to = recipientOf(order);
  if (to === null) throw noRecipient();
  return { order: { ...order, paidAt: order.paidAt }, to };
}
