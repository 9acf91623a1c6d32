import { texts } from "../../contract/texts.ts";
import { formatDay, formatMoney, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFact, orderFacts, parts, sellerOr, withoutLinks } from "./order-parts.ts";

const t = texts("withdrawal_mails", {
  subject:
    "{number, select, none {You withdrew from your order at {host}} other {You withdrew from order {number} at {host}}}",
  preview: "We received your withdrawal. Keep this email as confirmation.",
  heading: "We received your withdrawal",
  declared: "On {date} you declared: “I, {name}, withdraw from my contract about {product}.”",
  declaredNumber:
    "On {date} you declared: “I, {name}, withdraw from my contract about {product}, order {number}.”",
  disputed:
    "Your bank is reviewing your payment. If the bank leaves it with the seller, {amount} is refunded to you then, without another step of yours.",
  refunded: "{amount} of your payment is being refunded. This usually takes 5–10 days.",
  downloadEnded: "The download no longer works.",
  notified:
    "{seller} has been notified and must return {amount} of your payment within 14 days. For goods, the seller may wait until they are returned: send them back within 14 days.",
  partProvided: "If the service has begun by then, you pay for the part that was provided.",
  why: "You received this because this email was given for the confirmation of the withdrawal.",
  noticeSubject:
    "{number, select, none {A buyer withdrew from your order at {host}} other {A buyer withdrew from order {number} at {host}}}",
  noticeHeading: "A buyer withdrew from an order",
  noticeRefunded: "The order is refunded automatically.",
  noticeDisputed: "It is refunded if you win the dispute.",
  noticeRefund: "Refund it by {date}.",
  refundedText:
    "The buyer used the right of withdrawal. The order is refunded automatically; you need not do anything.",
  disputedText:
    "The buyer used the right of withdrawal. The buyer's bank disputes the payment, so nothing is refunded now. If you win the dispute, the order is refunded automatically; you need not do anything.",
  refundText:
    "The buyer used the right of withdrawal. Refund the order by {date}. For goods, you may wait until they are returned.",
  keepPart: "If you have begun the service, you may keep the price of the part that you provided.",
  linkSubject:
    "{number, select, none {The link to your order at {host}} other {The link to order {number} at {host}}}",
  linkPreview: "See your order, its download and your right of withdrawal.",
  link: "Your order page shows what you bought, and lets you withdraw from the contract as long as you have that right.",
  linkWhy:
    "You received this because the number of this order was entered together with your email. If that wasn't you, nothing else is needed.",
});

/** The buyer's declaration with date and time, word for word: the confirmation that the law requires on a durable medium. */
export function withdrawal(mail: MailOf<"withdrawal">, host: string): Content {
  const amount = formatMoney(mail.amountCents, mail.currency);
  const date = formatTimestamp(mail.at, mail.timeZone);
  const declaration = { date, name: withoutLinks(mail.name), product: withoutLinks(mail.product) };
  return {
    subject: t.subject(ofOrder(mail.number, host)),
    preview: t.preview,
    heading: t.heading,
    paragraphs: [
      mail.number ? t.declaredNumber({ ...declaration, number: mail.number }) : t.declared(declaration),
      mail.isDisputed
        ? t.disputed({ amount })
        : mail.isRefunded
          ? t.refunded({ amount })
          : t.notified({ seller: sellerOr(host, mail.seller), amount }),
      ...(mail.hasService ? [t.partProvided] : []),
      ...downloadEnded(mail),
    ],
    facts: [
      ...orderFacts(mail.number, mail.product),
      ...(mail.seller ? [{ term: parts.seller, value: withoutLinks(mail.seller) }] : []),
      { term: parts.paid, value: formatTimestamp(mail.paidAt, mail.timeZone) },
      { term: parts.withdrawn, value: date },
    ],
    action: parts.openOrder,
    why: t.why,
  };
}

/** Goods have no download to end; the seller refunds them. */
const downloadEnded = ({ isRefunded, isDisputed, hasFile }: MailOf<"withdrawal" | "withdrawal-notice">) =>
  hasFile !== false && (isRefunded || isDisputed) ? [t.downloadEnded] : [];

export function withdrawalNotice(mail: MailOf<"withdrawal-notice">, host: string): Content {
  const date = formatDay(mail.refundBy);
  const [preview, text] = mail.isRefunded
    ? [t.noticeRefunded, t.refundedText]
    : mail.isDisputed
      ? [t.noticeDisputed, t.disputedText]
      : [t.noticeRefund({ date }), t.refundText({ date })];
  return {
    subject: t.noticeSubject(ofOrder(mail.number, host)),
    preview,
    heading: t.noticeHeading,
    paragraphs: [text, ...(mail.hasService ? [t.keepPart] : []), ...downloadEnded(mail)],
    facts: [
      ...orderFact(mail.number),
      { term: parts.product, value: mail.product },
      { term: parts.amount, value: formatMoney(mail.amountCents, mail.currency) },
      { term: parts.buyer, value: withoutLinks(mail.name) },
      { term: parts.withdrawn, value: formatTimestamp(mail.at) },
    ],
    action: parts.seeOrders,
    why: parts.whySeller({ host }),
  };
}

export const orderLink = (mail: MailOf<"order-link">, host: string): Content => ({
  subject: t.linkSubject(ofOrder(mail.number, host)),
  preview: t.linkPreview,
  heading: parts.yourOrderHeading,
  paragraphs: [t.link],
  facts: orderFact(mail.number),
  action: parts.openOrder,
  why: t.linkWhy,
});
