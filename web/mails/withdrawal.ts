import { formatDay, formatMoney, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { orderFact, orderName, withoutLinks } from "./order-parts.ts";

/** The buyer's declaration, word for word with its date and time: the confirmation that the law requires on a durable medium. */
export const withdrawal = (mail: MailOf<"withdrawal">, host: string): Content => ({
  subject: `You withdrew from ${orderName(mail.number, host)}`,
  preview: "We received your withdrawal. Keep this email as confirmation.",
  heading: "We received your withdrawal",
  paragraphs: [
    `On ${formatTimestamp(mail.at)} you declared: “I, ${withoutLinks(mail.name)}, withdraw from my contract about ${withoutLinks(mail.product)}${mail.number && `, order ${mail.number}`}.”`,
    mail.isDisputed
      ? `Your bank is reviewing your payment of ${formatMoney(mail.amountCents, mail.currency)}. If the bank leaves it with the seller, it is refunded to you then, without another step of yours. The download no longer works.`
      : mail.isRefunded
        ? `Your payment of ${formatMoney(mail.amountCents, mail.currency)} is being refunded. This usually takes 5–10 days. The download no longer works.`
        : `${withoutLinks(mail.seller) || "The seller"} has been notified and must return your payment of ${formatMoney(mail.amountCents, mail.currency)} within 14 days. For goods, the seller may wait until they are returned: send them back within 14 days.`,
  ],
  facts: [
    ...orderFact(mail.number),
    { term: "Product", value: withoutLinks(mail.product) },
    ...(mail.seller ? [{ term: "Seller", value: withoutLinks(mail.seller) }] : []),
    { term: "Paid", value: formatTimestamp(mail.paidAt) },
    { term: "Withdrawn", value: formatTimestamp(mail.at) },
  ],
  action: { label: "Open your order", href: mail.links.main },
  why: "You received this because this email was given for the confirmation of the withdrawal.",
});

export const withdrawalNotice = (mail: MailOf<"withdrawal-notice">, host: string): Content => ({
  subject: `A buyer withdrew from ${orderName(mail.number, host)}`,
  preview: mail.isRefunded
    ? "The order is refunded automatically."
    : mail.isDisputed
      ? "It is refunded if you win the dispute."
      : `Refund it by ${formatDay(mail.refundBy)}.`,
  heading: "A buyer withdrew from an order",
  paragraphs: [
    mail.isRefunded
      ? "The buyer used the right of withdrawal. The order is refunded automatically and its download no longer works; you need not do anything."
      : mail.isDisputed
        ? "The buyer used the right of withdrawal, and the download no longer works. The buyer's bank disputes the payment, so nothing is refunded now. If you win the dispute, the order is refunded automatically; you need not do anything."
        : `The buyer used the right of withdrawal. Refund the order by ${formatDay(mail.refundBy)}. For goods, you may wait until they are returned.`,
  ],
  facts: [
    ...orderFact(mail.number),
    { term: "Product", value: mail.product },
    { term: "Amount", value: formatMoney(mail.amountCents, mail.currency) },
    { term: "Buyer", value: withoutLinks(mail.name) },
    { term: "Withdrawn", value: formatTimestamp(mail.at) },
  ],
  action: { label: "See your orders", href: mail.links.main },
  why: `You received this because you sell at ${host}.`,
});

export const orderLink = (mail: MailOf<"order-link">, host: string): Content => ({
  subject: `The link to ${orderName(mail.number, host)}`,
  preview: "See your order, its download and your right of withdrawal.",
  heading: "Your order",
  paragraphs: [
    "Your order page shows what you bought, and lets you withdraw from the contract as long as you have that right.",
  ],
  facts: orderFact(mail.number),
  action: { label: "Open your order", href: mail.links.main },
  why: "You received this because the number of this order was entered together with your email. If that wasn't you, nothing else is needed.",
});
