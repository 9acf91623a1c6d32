import type { MailLink } from "../../../contract/mails.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import type { OrderRow } from "./repository.ts";

type PaidOrder = OrderRow & { paidAt: Date };
type MailDeps = { mails: EmailQueue };

/** Queued with the payment or not at all: the receipt is how a buyer finds the file again. */
export async function queueReceipt(
  tx: Transaction,
  { mails }: MailDeps,
  { order, to }: { order: PaidOrder; to: string },
): Promise<void> {
  await mails.enqueueEmail(tx, { to, mail: receiptOf(order), cause: `receipt ${order.seed}` });
}

/** The receipt once more, with the links that work now. `requestedAt` tells one wish from another. */
export async function queueReceiptAgain(
  tx: Transaction,
  { mails }: MailDeps,
  { order, to, askedAt: requestedAt }: { order: PaidOrder; to: string; askedAt: Date },
): Promise<void> {
  const until = order.fileId ? (order.downloadExpiresAt?.toISOString() ?? null) : null;
  await mails.enqueueEmail(tx, {
    to,
    mail: { ...receiptOf(order), again: { until } },
    cause: `receipt again ${order.seed} ${requestedAt.toISOString()}`,
  });
}

function receiptOf(order: PaidOrder) {
  const page: MailLink = { to: "order", seed: order.seed };
  const download: MailLink = { to: "download", seed: order.seed, generation: order.downloadLinkVersion };
  return {
    mail: "receipt" as const,
    order: order.id,
    product: order.productName,
    amountCents: order.amountCents,
    currency: order.currency,
    creator: order.creator?.displayName ?? "",
    paidAt: order.paidAt.toISOString(),
    links: order.fileId ? { main: download, order: page } : { main: page, order: null },
  };
}
