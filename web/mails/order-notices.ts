import { DEFAULT_PROVIDER, hasDisputes, labelOf } from "../../contract/rules/order-states.ts";
import { texts } from "../../contract/texts.ts";
import { formatMoney, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFacts, parts, sellersNumber } from "./order-parts.ts";

const t = texts("refund_notice_mails", {
  waits: "A refund waits",
  made: "A refund was made",
  failed: "A refund failed",
  waitsText:
    "Your balance at the payment provider does not cover a refund of {amount} yet. We try again for a week; add money there if you expect no sales.",
  madeText: "{amount} of an order was refunded at the payment provider. The order shows it now.",
  failedText: "Couldn't return {amount} to the buyer.",
  failedAdvice: "The order's status is as it was before. Refund it again, or contact the buyer.",
  respondBy: "Respond by",
});

/** Stripe's reason codes, and ours for a rejected refund. */
const failures = texts("refund_failures", {
  disputed: "The buyer's bank disputes the payment.",
  too_much: "It is more than the rest of the payment.",
  too_old: "The payment is too old.",
  balance: "Your balance at the provider did not cover it for a week.",
  insufficient_funds: "Your balance at the provider is too low.",
  expired_or_canceled_card: "The buyer's card has expired or was closed.",
  lost_or_stolen_card: "The buyer's card was lost or stolen.",
  declined: "The buyer's bank declined it.",
  other: "No reason was given.",
});

/** Returns the reason of a failed refund. The provider may send a code that is unknown here. */
function reasonOf(failure: string): string {
  const code = failure === "charge_for_pending_refund_disputed" ? "disputed" : failure;
  return failures[isKnown(code) ? code : "other"];
}
const isKnown = (code: string): code is keyof typeof failures => Object.hasOwn(failures, code);

/** A refund made outside the console, or one that failed. */
export function refundNotice(mail: MailOf<"refund-notice">, host: string): Content {
  const amount = formatMoney(mail.amountCents, mail.currency);
  const isWaiting = mail.failure === "waiting_for_balance";
  const heading = isWaiting ? t.waits : mail.failure === null ? t.made : t.failed;
  return {
    subject: parts.about({ heading, ...ofOrder(sellersNumber(mail), host) }),
    preview: amount,
    heading,
    paragraphs: isWaiting
      ? [t.waitsText({ amount })]
      : mail.failure === null
        ? [t.madeText({ amount })]
        : [t.failedText({ amount }), reasonOf(mail.failure), t.failedAdvice],
    facts: [...orderFacts(sellersNumber(mail), mail.product), { term: parts.amount, value: amount }],
    action: parts.seeOrder,
    why: parts.whySeller({ host }),
  };
}

const headings = texts("dispute_mail_headings", {
  warning: "A buyer's bank asks about a payment",
  open: "A buyer's bank disputes a payment",
  won: "You won a dispute",
  lost: "You lost a dispute",
  closed: "An inquiry ended",
});
const disputes = texts("dispute_mails", {
  warning:
    "No money was taken back yet. Respond at the payment provider: it can prevent a dispute. Your order shows what to send as evidence.",
  open: "The amount is held back until the bank decides. Respond at the payment provider; without a response the dispute is lost. Your order shows what to send as evidence. Its download, if it has one, is paused.",
  won: "The money is yours again. A file can be downloaded again.",
  lost: "The bank has returned the money to the buyer. A file can no longer be downloaded.",
  closed: "The bank closed it without a dispute. Nothing changed.",
});
const chargebackHeadings = texts("chargeback_mail_headings", {
  lost: "A buyer's bank took money back",
  won: "A buyer's bank returned money to you",
});
const chargebacks = texts("chargeback_mails", {
  lost: "The buyer's bank has taken {amount} of this payment back. There is nothing to respond to here; see it at {provider}. Once nothing is left of the payment, a file can no longer be downloaded.",
});
const wonButWithdrawn = texts("dispute_mails", {
  refunded:
    "The bank leaves the payment with you. The buyer has withdrawn from the contract, so the rest of it is refunded automatically now. You need not do anything.",
  seller:
    "The bank leaves the payment with you. The buyer has withdrawn from the contract: refund the order once you have the goods back.",
});

/** A payment disputed by the buyer's bank. */
export function dispute(mail: MailOf<"dispute">, host: string): Content {
  const amount = formatMoney(mail.amountCents, mail.currency);
  const provider = mail.provider ?? DEFAULT_PROVIDER;
  const isChargeback = !hasDisputes(provider);
  const heading = { ...headings, ...(isChargeback && chargebackHeadings) }[mail.status];
  const needsResponse = mail.status === "open" || mail.status === "warning";
  return {
    subject: parts.about({ heading, ...ofOrder(sellersNumber(mail), host) }),
    preview: amount,
    heading,
    paragraphs: [
      mail.status === "won" && mail.withdrawal
        ? wonButWithdrawn[mail.withdrawal]
        : isChargeback && mail.status === "lost"
          ? chargebacks.lost({ amount, provider: labelOf(provider) })
          : disputes[mail.status],
    ],
    facts: [
      ...orderFacts(sellersNumber(mail), mail.product),
      { term: parts.amount, value: amount },
      ...(needsResponse && mail.respondBy
        ? [{ term: t.respondBy, value: formatTimestamp(mail.respondBy) }]
        : []),
    ],
    action: parts.seeOrder,
    why: parts.whySeller({ host }),
  };
}
