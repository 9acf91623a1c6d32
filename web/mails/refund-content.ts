import { texts } from "../../contract/texts.ts";
import { formatMoney, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFacts, parts, sellerOr, withoutLinks } from "./order-parts.ts";

const t = texts("refund_mails", {
  subject:
    "{number, select, none {Refund for your order at {host}} other {Refund for order {number} at {host}}}",
  preview: "{amount} refunded.",
  heading: "{amount} refunded",
  noMoneyTest: "Your order was placed in test mode: no money was charged, and none is returned.",
  noMoneyMock: "Your order was placed in the mock checkout: no money was charged, and none is returned.",
  onItsWay:
    "The money is on its way to the card or account you paid with. It usually arrives within 5 to 10 days.",
  refunded: "Refunded",
  writes: "{seller} writes: {note}",
  shippedSubject:
    "{number, select, none {Shipped: your order at {host}} other {Shipped: order {number} at {host}}}",
  shippedPreview: "Your order is on its way.",
  shippedHeading: "Your order is on its way",
  hasShipped: "{seller} has shipped your order.",
  tracking: "Tracking",
  shipped: "Shipped",
});

/** A refund to the buyer. */
export function refund(mail: MailOf<"refund">, host: string): Content {
  const amount = formatMoney(mail.amountCents, mail.currency);
  return {
    subject: t.subject(ofOrder(mail.number, host)),
    preview: t.preview({ amount }),
    heading: t.heading({ amount }),
    paragraphs: [mail.mock ? (mail.isTest ? t.noMoneyTest : t.noMoneyMock) : t.onItsWay, ...line(mail, host)],
    facts: [...orderFacts(mail.number, mail.product, mail.creator), { term: t.refunded, value: amount }],
    action: parts.openOrder,
    why: parts.whyCheckout,
  };
}

/** A physical product that has been shipped. */
export const shipped = (mail: MailOf<"shipped">, host: string): Content => ({
  subject: t.shippedSubject(ofOrder(mail.number, host)),
  preview: t.shippedPreview,
  heading: t.shippedHeading,
  paragraphs: [t.hasShipped({ seller: sellerOr(host, mail.creator) })],
  facts: [
    ...orderFacts(mail.number, mail.product),
    ...(mail.tracking ? [{ term: t.tracking, value: withoutLinks(mail.tracking) }] : []),
    { term: t.shipped, value: formatTimestamp(mail.shippedAt, mail.timeZone) },
  ],
  action: parts.openOrder,
  why: parts.whyCheckout,
});

const line = ({ creator, note }: MailOf<"refund">, host: string) =>
  note === null ? [] : [t.writes({ seller: sellerOr(host, creator), note: withoutLinks(note) })];
