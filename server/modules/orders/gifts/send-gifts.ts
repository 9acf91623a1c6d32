import { eq } from "drizzle-orm";
import { inTransaction, type Queries } from "../../../platform/database/index.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import type { Job } from "../../../platform/jobs/port.ts";
import { findAccess } from "../access/access.ts";
import { rotateDownloadLinks } from "../access/links.ts";
import type { OrderDeps } from "../deps.ts";
import { buyerEmailFrame } from "../emails/buyer-email-frame.ts";
import { areReceiptsSent, isRealMoney, reserveReceipt } from "../emails/receipt-rules.ts";
import { gifts } from "../gift-tables.ts";
import { recordEvent } from "../history.ts";
import { titleOf } from "../lines/lines.ts";
import { findOrder, lockOrder, type OrderRow } from "../repository.ts";
import { asReceiver } from "./receiver.ts";
import { findDueGift, postponeGift, setGiftSent } from "./repository.ts";

export const GIFT_JOB = "orders.gifts";

/** Sends gifts within a minute of their time. */
export const giftJob = (deps: OrderDeps): Job =>
  defineJob({
    name: GIFT_JOB,
    schedule: "* * * * *",
    timeoutSeconds: 300,
    handler: ({ signal }) => sendDueGifts(deps, signal),
  });

/** Sends each due gift. One that cannot be sent now does not delay the others. */
async function sendDueGifts(deps: OrderDeps, signal: AbortSignal): Promise<void> {
  const tried: string[] = [];
  while (!signal.aborted) {
    const due = await findDueGift(deps.db, tried);
    if (!due) return;
    tried.push(due.id);
    try {
      await sendGift(deps, due);
    } catch (error) {
      deps.log.warn({ err: error, orderId: due.orderId }, "gift not sent; trying again in a minute");
    }
  }
}

async function sendGift(deps: OrderDeps, { id, orderId }: { id: string; orderId: number }): Promise<void> {
  const found = await findOrder(deps.db, { orderId });
  const to = found && (await receiverOf(deps.db, found, id));
  // Its access may have ended for good. Postponed, so that such gifts are not read every minute.
  if (!found || !to || !(await areReceiptsSent(deps.db, found))) return postponeGift(deps.db, id);
  // Counted before the transaction, because limits use another connection.
  if (!(await reserveReceipt(deps, { order: found, to, ip: null }))) return postponeGift(deps.db, id);
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { orderId });
    // Cancelled, corrected or refunded meanwhile.
    if (!order?.gift || (await receiverOf(tx, order, id)) !== to) return;
    await rotateDownloadLinks(tx, deps, order);
    await setGiftSent(tx, id);
    await recordEvent(tx, { orderId, by: "system", what: "gift_sent" });
    const { name, line } = isRealMoney(order) ? order.gift : { name: null, line: null };
    const mail = {
      mail: "gift" as const,
      ...(await buyerEmailFrame(tx, deps, order)),
      product: titleOf(order),
      creator: order.creator?.displayName ?? "",
      from: name,
      line,
      links: { main: { to: "gift" as const, seed: id } },
    };
    await deps.mails.enqueueEmail(tx, { to, mail, cause: `gift ${id}`, creatorId: order.creatorId });
  });
}

/** Returns the email to which this gift of an order can be sent now, or null. */
async function receiverOf(db: Queries, order: OrderRow, id: string): Promise<string | null> {
  const { gift } = order;
  if (gift?.id !== id || gift.sentAt) return null;
  return (await findAccess(db, asReceiver(order))).open.length > 0 ? gift.toEmail : null;
}

/** Returns whether the email of a gift is still to be sent: its receiver has access, and was not erased. */
export async function isGiftOpen(db: Queries, id: string): Promise<boolean> {
  const [gift] = await db.select({ orderId: gifts.orderId }).from(gifts).where(eq(gifts.id, id));
  const order = gift && (await findOrder(db, { orderId: gift.orderId }));
  return order !== undefined && (await findAccess(db, asReceiver(order))).open.length > 0;
}
