import type { MailLink } from "../../../contract/mails.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import { recordEmail } from "./history.ts";
import { orderBranding } from "./order-branding.ts";
import { presentCompany } from "./presenter.ts";
import { isTestMode } from "./receipt-rules.ts";
import type { OrderRow } from "./repository.ts";

/** `isDownloadable`: false once the download has ended, so that no email holds a link that does not work. */
type PaidOrder = OrderRow & { paidAt: Date; isDownloadable: boolean };
type MailDeps = { mails: EmailQueue; publicUrl: string };

/** Queues the receipt in the transaction of the payment, so that a paid order always has its receipt: it holds the buyer's download link. */
export async function queueReceipt(
  tx: Transaction,
  { mails, publicUrl }: MailDeps,
  { order, to }: { order: PaidOrder; to: string },
): Promise<void> {
  await mails.enqueueEmail(tx, { to, mail: receiptOf(order, publicUrl), cause: `receipt ${order.seed}` });
  await recordEmail(tx, order, "Receipt");
}

/** Queues the receipt again, with the current links. `requestedAt` makes each request a separate email. */
export async function queueReceiptAgain(
  tx: Transaction,
  { mails, publicUrl }: MailDeps,
  { order, to, requestedAt }: { order: PaidOrder; to: string; requestedAt: Date },
): Promise<void> {
  const until = order.isDownloadable ? (order.downloadExpiresAt?.toISOString() ?? null) : null;
  await mails.enqueueEmail(tx, {
    to,
    mail: { ...receiptOf(order, publicUrl), again: { until } },
    cause: `receipt again ${order.seed} ${requestedAt.toISOString()}`,
  });
  await recordEmail(tx, order, "Receipt");
}

function receiptOf(order: PaidOrder, publicUrl: string) {
  const page: MailLink = { to: "order", seed: order.seed };
  const download: MailLink = { to: "download", seed: order.seed, generation: order.downloadLinkVersion };
  return {
    mail: "receipt" as const,
    ...orderBranding(order, publicUrl),
    order: order.id,
    product: order.productName,
    amountCents: order.amountCents,
    currency: order.currency,
    creator: order.creator?.displayName ?? "",
    paidAt: order.paidAt.toISOString(),
    number: order.number,
    seller: order.seller,
    shippingCents: order.shippingCents,
    ...(isTestMode(order) && { isTest: true }),
    company: presentCompany(order),
    consent:
      order.consentText !== null && order.consentAt
        ? { text: order.consentText, at: order.consentAt.toISOString() }
        : null,
    links: order.isDownloadable ? { main: download, order: page } : { main: page, order: null },
  };
}
