import type { PaymentNotice } from "../../contract/mails/order-mails.ts";
import { formatMoney } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { orderFact, orderName, sellersNumber, withoutLinks } from "./order-parts.ts";

const PAYMENT_NOTICES = {
  processing: {
    heading: "Your payment is being processed",
    text: "Your bank has not confirmed the payment yet. This can take a few days. We will email you as soon as it is done; you do not need to pay again.",
  },
  failed: {
    heading: "Your payment failed",
    text: "The payment did not go through. Nothing was charged. You can try again from the seller's page.",
  },
  duplicate: {
    heading: "A second payment is refunded",
    text: "Your order was paid twice. The second payment is being refunded in full; the order itself stays paid.",
  },
  oversold: {
    heading: "Oversold by one",
    text: "A payment arrived after the reserved piece or discount code had been released, and none was left. The order is paid: deliver it or refund it.",
  },
  held: {
    heading: "A payment needs your attention",
    text: "The payment provider reports another amount, currency or account than was ordered. Nothing was delivered and nothing refunded. Compare the payment in the provider's dashboard with the order.",
  },
} as const;
const BUYER_TEXTS: Partial<Record<PaymentNotice, { heading: string; text: string }>> = {
  held: {
    heading: "Your payment is being checked",
    text: "Your payment does not match the order, so nothing was delivered yet. The seller and this site have been notified and decide what happens next; you do not need to pay again.",
  },
};
/** To the creator, where the text is not the buyer's. */
const CREATOR_TEXTS: Partial<Record<PaymentNotice, string>> = {
  duplicate:
    "A buyer paid an order twice. The second payment is being refunded in full; the order itself stays paid.",
};

/** Returns the email about something unusual in the payment of an order. */
export function paymentNotice(mail: MailOf<"payment-notice">, host: string): Content {
  const { heading, text } = (mail.isBuyer && BUYER_TEXTS[mail.notice]) || PAYMENT_NOTICES[mail.notice];
  const number = mail.isBuyer ? mail.number : sellersNumber(mail);
  return {
    subject: `${heading}: ${orderName(number, host)}`,
    preview: formatMoney(mail.amountCents, mail.currency),
    heading,
    paragraphs: [(!mail.isBuyer && CREATOR_TEXTS[mail.notice]) || text],
    facts: [
      ...orderFact(number),
      { term: "Product", value: withoutLinks(mail.product) },
      { term: "Amount", value: formatMoney(mail.amountCents, mail.currency) },
    ],
    action: { label: mail.isBuyer ? "Open your order" : "See your orders", href: mail.links.main },
    why: mail.isBuyer
      ? "You received this because this email was given at checkout."
      : `You received this because you sell at ${host} or administer it.`,
  };
}
