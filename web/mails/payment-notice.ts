import { labelOf } from "../../contract/rules/order-states.ts";
import { texts } from "../../contract/texts.ts";
import { formatMoney } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFacts, parts, sellersNumber } from "./order-parts.ts";

const headings = texts("payment_mail_headings", {
  processing: "Your payment is being processed",
  failed: "Your payment failed",
  duplicate: "A second payment is refunded",
  oversold: "Oversold by one",
  held: "A payment needs your attention",
  heldBuyer: "Your payment is being checked",
});
const t = texts("payment_mails", {
  processing:
    "Your bank has not confirmed the payment yet. This can take a few days. We will email you as soon as it is done; you do not need to pay again.",
  failed: "The payment did not go through. Nothing was charged. You can try again from the seller's page.",
  duplicate:
    "A buyer paid an order twice. The second payment is being refunded; the order itself stays paid.",
  duplicateBuyer:
    "Your order was paid twice. The second payment is being refunded; the order itself stays paid.",
  keptFee: "{provider} does not return the platform fee of the second payment: {fee}.",
  oversold:
    "A payment arrived after the reserved piece or discount code had been released, and none was left. The order is paid: deliver it or refund it.",
  held: "The payment provider reports another amount, currency or account than was ordered. Nothing was delivered and nothing refunded. Compare the payment in the provider's dashboard with the order.",
  heldBuyer:
    "Your payment does not match the order, so nothing was delivered yet. The seller and this site have been notified and decide what happens next; you do not need to pay again.",
  whyAdmin: "You received this because you sell at {host} or administer it.",
});

/** Returns the email about an unusual payment of an order. */
export function paymentNotice(mail: MailOf<"payment-notice">, host: string): Content {
  const { notice, isBuyer, keptFee } = mail;
  const heading = headings[isBuyer && notice === "held" ? "heldBuyer" : notice];
  const isOther = isBuyer && (notice === "held" || notice === "duplicate");
  const number = isBuyer ? mail.number : sellersNumber(mail);
  const amount = formatMoney(mail.amountCents, mail.currency);
  return {
    subject: parts.about({ heading, ...ofOrder(number, host) }),
    preview: amount,
    heading,
    paragraphs: [
      t[isOther ? (`${notice}Buyer` as const) : notice],
      ...(keptFee
        ? [
            t.keptFee({
              provider: labelOf(keptFee.provider),
              fee: formatMoney(keptFee.feeCents, mail.currency),
            }),
          ]
        : []),
    ],
    facts: [...orderFacts(number, mail.product), { term: parts.amount, value: amount }],
    action: isBuyer ? parts.openOrder : parts.seeOrders,
    why: isBuyer ? parts.whyCheckout : t.whyAdmin({ host }),
  };
}
