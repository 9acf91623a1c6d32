import { eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import { listMessages, nextStepOf } from "../access/messages.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { orderAddresses } from "../detail-tables.ts";
import { recordEmail } from "../history.ts";
import { goodsOf, titleOf } from "../lines/lines.ts";
import { presentAddress } from "../listing/order-detail.ts";
import { presentCompany } from "../listing/presenter.ts";
import { kindsOf, listWithdrawable } from "../refunds/right-of-withdrawal.ts";
import type { OrderRow } from "../repository.ts";
import { buyerEmailFrame } from "./buyer-email-frame.ts";
import { isRealMoney } from "./receipt-rules.ts";

/** `isDownloadable`: false once the download has ended, so that no email promises one. */
type PaidOrder = OrderRow & { paidAt: Date; isDownloadable: boolean };

/** Queues the receipt in the transaction of the payment, because only the receipt has the link to the order page. */
export async function queueReceipt(
  tx: Transaction,
  deps: OrderDeps,
  { order, to }: { order: PaidOrder; to: string },
): Promise<void> {
  const mail = await receiptOf(tx, deps, order);
  await deps.mails.enqueueEmail(tx, { to, mail, cause: `receipt ${order.seed}`, creatorId: order.creatorId });
  await recordEmail(tx, order, "Receipt");
}

/** Queues the receipt again. `requestedAt` makes each request a separate email. */
export async function queueReceiptAgain(
  tx: Transaction,
  deps: OrderDeps,
  { order, to, requestedAt }: { order: PaidOrder; to: string; requestedAt: Date },
): Promise<void> {
  const [until = null] = order.isDownloadable ? linkEndsOf(order) : [];
  await deps.mails.enqueueEmail(tx, {
    to,
    mail: { ...(await receiptOf(tx, deps, order)), again: { until } },
    cause: `receipt again ${order.seed} ${requestedAt.toISOString()}`,
    creatorId: order.creatorId,
  });
  await recordEmail(tx, order, "Receipt");
}

/** Returns when the download links of an order end, the earliest first. */
const linkEndsOf = ({ access }: PaidOrder): string[] =>
  access.flatMap(({ linkExpiresAt }) => linkExpiresAt?.toISOString() ?? []).toSorted();

async function receiptOf(tx: Transaction, deps: OrderDeps, order: PaidOrder) {
  const messages = await listMessages(tx, order);
  return {
    mail: "receipt" as const,
    ...(await buyerEmailFrame(tx, deps, order)),
    product: titleOf(order),
    amountCents: order.amountCents,
    currency: order.currency,
    creator: order.creator?.displayName ?? "",
    paidAt: order.paidAt.toISOString(),
    number: order.number,
    seller: order.seller,
    ...(order.lines.length > 1 && {
      lines: order.lines.map(({ name, amountCents }) => ({ name, amountCents })),
    }),
    discountCents: order.discountCents,
    discountCode: order.discountCode,
    shippingCents: order.shippingCents,
    address: await findAddress(tx, order),
    withdrawal: withdrawableOf(order, deps.clock.now()),
    company: isRealMoney(order) ? presentCompany(order) : null,
    consent:
      order.consentText !== null && order.consentAt
        ? { text: order.consentText, at: order.consentAt.toISOString() }
        : null,
    hasDownload: order.isDownloadable,
    // Without money anyone can have a receipt sent to anybody, so that it must not carry a seller's text and links.
    ...(messages.length > 0 && (isRealMoney(order) ? { messages } : { hasMessages: true })),
    ...(nextStepOf(order, messages) === "contact" && { contacts: true }),
    ...(order.isFreeCopy && order.importedId === null && { isFreeCopy: true }),
    // Not the file itself: mail scanners open every link of an email, and a download ends the right of withdrawal.
    links: { main: { to: "order", seed: linkSeedOf(order) } as const },
  };
}

/** Returns the postal address of goods paid with money. Other emails repeat no input, because anyone can enter anybody's email. */
async function findAddress(tx: Transaction, order: PaidOrder) {
  if (!isRealMoney(order) || goodsOf(order).length === 0) return null;
  const [address] = await tx.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id));
  return address ? presentAddress(address) : null;
}

/** Returns the buyer's right of withdrawal at a time, or null without one. */
function withdrawableOf(order: PaidOrder, now: Date) {
  return kindsOf(order, listWithdrawable(order, now))[0] ?? null;
}
