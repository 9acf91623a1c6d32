import { formatMoney, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { orderFact, orderName, sellersNumber, withoutLinks } from "./order-parts.ts";

const BUYER = "You received this because this email was given at checkout.";

/** Money that is being returned to the buyer. */
export function refund(mail: MailOf<"refund">, host: string): Content {
  const amount = formatMoney(mail.amountCents, mail.currency);
  return {
    subject: `Refund for ${orderName(mail.number, host)}`,
    preview: `${amount} refunded.`,
    heading: `${amount} refunded`,
    paragraphs: [
      mail.mock
        ? `Your order was placed in ${mail.isTest ? "test mode" : "the mock checkout"}: no money was charged, and none is returned.`
        : "The money is on its way to the card or account you paid with. It usually arrives within 5 to 10 days.",
      ...line(mail.creator, mail.note),
    ],
    facts: [
      ...orderFact(mail.number),
      { term: "Product", value: withoutLinks(mail.product) },
      ...(mail.creator ? [{ term: "From", value: withoutLinks(mail.creator) }] : []),
      { term: "Refunded", value: amount },
    ],
    action: { label: "Open your order", href: mail.links.main },
    why: BUYER,
  };
}

/** A physical product that has been shipped. */
export const shipped = (mail: MailOf<"shipped">, host: string): Content => ({
  subject: `Shipped: ${orderName(mail.number, host)}`,
  preview: "Your order is on its way.",
  heading: "Your order is on its way",
  paragraphs: [`${withoutLinks(mail.creator || "The seller")} has shipped your order.`],
  facts: [
    ...orderFact(mail.number),
    { term: "Product", value: withoutLinks(mail.product) },
    ...(mail.tracking ? [{ term: "Tracking", value: withoutLinks(mail.tracking) }] : []),
    { term: "Shipped", value: formatTimestamp(mail.shippedAt) },
  ],
  action: { label: "Open your order", href: mail.links.main },
  why: BUYER,
});

/** Names of Stripe, and our own for a refund that was not accepted. */
const FAILURES: Record<string, string> = {
  disputed: "the buyer's bank disputes the payment",
  charge_for_pending_refund_disputed: "the buyer's bank disputes the payment",
  too_much: "it is more than what is left of the payment",
  too_old: "the payment is too old",
  balance: "your balance at the provider did not cover it for a week",
  insufficient_funds: "your balance at the provider is too low",
  expired_or_canceled_card: "the buyer's card has expired or was closed",
  lost_or_stolen_card: "the buyer's card was lost or stolen",
  declined: "the buyer's bank declined it",
};

/** A refund that the creator did not make in the console, or that failed. */
export function refundNotice(mail: MailOf<"refund-notice">, host: string): Content {
  const amount = formatMoney(mail.amountCents, mail.currency);
  const isWaiting = mail.failure === "waiting_for_balance";
  const heading = isWaiting
    ? "A refund waits"
    : mail.failure === null
      ? "A refund was made"
      : "A refund failed";
  const why = mail.failure === null ? undefined : (FAILURES[mail.failure] ?? "no reason was given");
  return {
    subject: `${heading}: ${orderName(sellersNumber(mail), host)}`,
    preview: amount,
    heading,
    paragraphs: [
      isWaiting
        ? `Your balance at the payment provider does not cover a refund of ${amount} yet. We try again for a week; add money there if you expect no sales.`
        : why
          ? `${amount} could not be returned to the buyer: ${why}. The order's status is as it was before. Refund it again, or contact the buyer.`
          : `${amount} of an order was refunded at the payment provider. The order shows it now.`,
    ],
    facts: [
      ...orderFact(sellersNumber(mail)),
      { term: "Product", value: withoutLinks(mail.product) },
      { term: "Amount", value: amount },
    ],
    action: { label: "See the order", href: mail.links.main },
    why: `You received this because you sell at ${host}.`,
  };
}

const DISPUTES = {
  warning: {
    heading: "A buyer's bank asks about a payment",
    text: "No money was taken back yet. Respond at the payment provider: it can prevent a dispute. Your order shows what to send as evidence.",
  },
  open: {
    heading: "A buyer's bank disputes a payment",
    text: "The amount is held back until the bank decides. Respond at the payment provider; without a response the dispute is lost. Your order shows what to send as evidence. Its download, if it has one, is paused.",
  },
  won: {
    heading: "You won a dispute",
    text: "The money is yours again. A file can be downloaded again.",
  },
  lost: {
    heading: "You lost a dispute",
    text: "The bank has returned the money to the buyer. A file can no longer be downloaded.",
  },
  closed: { heading: "An inquiry ended", text: "The bank closed it without a dispute. Nothing changed." },
} as const;

const WON_BUT_WITHDRAWN = {
  refunded:
    "The bank leaves the payment with you. The buyer has withdrawn from the contract, so what is left of it is refunded automatically now; you need not do anything.",
  seller:
    "The bank leaves the payment with you. The buyer has withdrawn from the contract: refund the order once you have the goods back.",
} as const;

/** A payment that the buyer's bank questions. */
export function dispute(mail: MailOf<"dispute">, host: string): Content {
  const { heading, text } = DISPUTES[mail.status];
  const needsResponse = mail.status === "open" || mail.status === "warning";
  return {
    subject: `${heading}: ${orderName(sellersNumber(mail), host)}`,
    preview: formatMoney(mail.amountCents, mail.currency),
    heading,
    paragraphs: [mail.status === "won" && mail.withdrawal ? WON_BUT_WITHDRAWN[mail.withdrawal] : text],
    facts: [
      ...orderFact(sellersNumber(mail)),
      { term: "Product", value: withoutLinks(mail.product) },
      { term: "Amount", value: formatMoney(mail.amountCents, mail.currency) },
      ...(needsResponse && mail.respondBy
        ? [{ term: "Respond by", value: formatTimestamp(mail.respondBy) }]
        : []),
    ],
    action: { label: "See the order", href: mail.links.main },
    why: `You received this because you sell at ${host}.`,
  };
}

const line = (creator: string, note: string | null) =>
  note === null ? [] : [`${withoutLinks(creator || "The seller")} writes: ${withoutLinks(note)}`];
