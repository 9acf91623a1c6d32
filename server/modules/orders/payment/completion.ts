import { sql } from "drizzle-orm";
import { afterCommit, firstOrThrow, type Transaction } from "../../../platform/database/index.ts";
import { startAccess } from "../access/links.ts";
import type { OrderDeps } from "../deps.ts";
import { orderNumbers } from "../detail-tables.ts";
import { orderLanguage } from "../emails/buyer-email-frame.ts";
import { queueReceipt } from "../emails/order-mails.ts";
import { areReceiptsSent, isRealMoney } from "../emails/receipt-rules.ts";
import { queueSaleEmail } from "../emails/sale-emails.ts";
import { titleOf } from "../lines/lines.ts";
import { recordOrderWebhook } from "../order-webhooks.ts";
import { type OrderRow, setPaid } from "../repository.ts";
import { unpaidHoldLimits } from "./purchase.ts";
import { reportOversold } from "./reservations.ts";

/** Completes a locked order on its first payment. Creates download link, receipt, sale email and purchase event in the same transaction. */
export async function completeOrder(
  tx: Transaction,
  deps: OrderDeps,
  order: OrderRow,
  {
    email,
    country,
    isReceiptQueued,
    exceeded,
  }: {
    email: string | null;
    country: string | null;
    isReceiptQueued: boolean;
    /** The item that was sold out. */
    exceeded: readonly string[];
  },
): Promise<void> {
  const creatorVerified = await areReceiptsSent(tx, order);
  const { creatorId, mode } = order;
  const number = creatorId === null ? null : await nextNumber(tx, { creatorId, mode: mode ?? "mock" });
  // A deleted creator's seller details remain with the order.
  const seller = creatorId === null ? order.seller : await deps.sellers.findSeller(tx, creatorId);
  const paidAt = await setPaid(tx, order.id, {
    buyerEmail: email,
    buyerCountry: country,
    number,
    seller,
    creatorVerified,
    isReceiptQueued,
  });
  await startAccess(tx, deps, order);
  if (order.reservedBy !== null) {
    const limits = order.lines.flatMap(({ productId }) =>
      Object.values(unpaidHoldLimits({ ...order, productId })),
    );
    afterCommit(tx, () => void Promise.all(limits.map((limit) => deps.limits.reset(limit))));
  }
  if (isReceiptQueued && email !== null) {
    await queueReceipt(tx, deps, {
      order: { ...order, paidAt, number, seller, isDownloadable: order.access.length > 0 },
      to: email,
    });
  }
  if (exceeded.length > 0) {
    await reportOversold(tx, deps, { order: { ...order, number }, cause: order.seed, exceeded });
  }
  await recordOrderWebhook(tx, deps, {
    order: { ...order, number },
    type: "order.paid",
    data: { is_free_copy: order.isFreeCopy },
  });
  if (order.isFreeCopy) return;
  await queueSaleEmail(tx, deps, order);
  await addToAudience(tx, deps, { ...order, buyerEmail: email });
  await recordPurchase(tx, deps, order);
}

/** Adds a buyer who agreed to news to the creator's audience. */
async function addToAudience(tx: Transaction, { audience }: OrderDeps, order: OrderRow): Promise<void> {
  const { creatorId, tileId, buyerEmail, marketingConsentText } = order;
  if (creatorId === null || buyerEmail === null || marketingConsentText === null) return;
  await audience.addBuyer(tx, {
    creatorId,
    tileId,
    email: buyerEmail,
    sourceTitle: titleOf(order),
    consentText: marketingConsentText,
    language: orderLanguage(order),
    hasPaid: isRealMoney(order),
  });
}

/** Returns the next receipt number of a seller. Numbers are unique in the installation, and numbers of sales for money have no prefix. */
async function nextNumber(
  tx: Transaction,
  { creatorId, mode }: Pick<typeof orderNumbers.$inferSelect, "creatorId" | "mode">,
): Promise<string> {
  const row = await tx
    .insert(orderNumbers)
    .values({ creatorId, mode, last: 1 })
    .onConflictDoUpdate({
      target: [orderNumbers.creatorId, orderNumbers.mode],
      set: { last: sql`${orderNumbers.last} + 1` },
    })
    .returning({ last: orderNumbers.last })
    .then(firstOrThrow("no receipt number"));
  return `${mode === "live" ? "" : `${mode.toUpperCase()}-`}${creatorId}-${row.last}`;
}

async function recordPurchase(tx: Transaction, { analytics }: OrderDeps, order: OrderRow): Promise<void> {
  const { id, creatorId, tileId, visitDevice: device, visitCountry: country, visitSource: source } = order;
  if (creatorId === null) return;
  await analytics.recordPurchase(tx, { orderId: id, creatorId, tileId, device, country, source });
}
