import type { MailLink } from "../../../contract/mails.ts";
import { paths } from "../../../contract/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Mails } from "../../platform/mail/port.ts";
import { findOwnerEmail } from "../accounts/index.ts";
import type { OrderRow } from "./repository.ts";

type PaidOrder = OrderRow & { paidAt: Date };
type MailDeps = { mails: Mails };

/** A sale is told to buyer and creator with the payment or not at all: the receipt is how a buyer finds the file again. */
export async function queueMailsOfSale(tx: Transaction, deps: MailDeps, order: PaidOrder): Promise<void> {
  if (order.buyerEmail !== null) {
    await deps.mails.queueMail(tx, {
      to: order.buyerEmail,
      mail: receiptOf(order),
      cause: `receipt ${order.seed}`,
    });
  }
  await queueSale(tx, deps, order);
}

/** The receipt once more, with the links that work now. `askedAt` tells one wish from another. */
export async function queueReceiptAgain(
  tx: Transaction,
  { mails }: MailDeps,
  { order, to, askedAt }: { order: PaidOrder; to: string; askedAt: Date },
): Promise<void> {
  const until = order.fileId ? (order.downloadExpiresAt?.toISOString() ?? null) : null;
  await mails.queueMail(tx, {
    to,
    mail: { ...receiptOf(order), again: { until } },
    cause: `receipt again ${order.seed} ${askedAt.toISOString()}`,
  });
}

function receiptOf(order: PaidOrder) {
  const page: MailLink = { to: "order", seed: order.seed };
  const download: MailLink = { to: "download", seed: order.seed, generation: order.downloadGeneration };
  return {
    mail: "receipt" as const,
    product: order.productName,
    amountCents: order.amountCents,
    currency: order.currency,
    creator: order.creator?.displayName ?? "",
    paidAt: order.paidAt.toISOString(),
    links: order.fileId ? { main: download, order: page } : { main: page, order: null },
  };
}

/** Told whatever the amount: also something free may have to be posted. */
async function queueSale(tx: Transaction, { mails }: MailDeps, order: PaidOrder): Promise<void> {
  const to = order.creatorId === null ? null : await findOwnerEmail(tx, order.creatorId);
  if (to === null) return;
  await mails.queueMail(tx, {
    to,
    mail: {
      mail: "sale",
      product: order.productName,
      amountCents: order.amountCents,
      currency: order.currency,
      feeCents: order.feeCents,
      mock: order.provider === "mock",
      buyerEmail: order.buyerEmail,
      paidAt: order.paidAt.toISOString(),
      links: { main: { to: "page", path: paths.orders() } },
    },
    cause: `sale ${order.seed}`,
  });
}
