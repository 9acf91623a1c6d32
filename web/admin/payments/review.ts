import type { PaymentReview } from "../../../contract/api/payment-reviews.ts";
import { labelOf } from "../../../contract/rules/order-states.ts";
import { formatMoney } from "../../lib/format.ts";
import { differenceText } from "../../lib/held-payment.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

type Review = {
  badge: { label: string; tone: BadgeTone };
  /** The event. */
  text: string;
  /** The advice, or null if nothing is left to do. */
  steps: string | null;
};

/** Explains an unusual payment and gives advice. */
export function reviewOf(payment: PaymentReview): Review {
  return payment.kind === "held" ? heldReview(payment) : duplicateReview(payment);
}

function heldReview({ reason, refund, currency, creator, provider, mode }: PaymentReview): Review {
  const differs = reason === null ? "It differs from the order." : differenceText(reason, currency);
  if (refund?.status === "done" || refund?.status === "pending") {
    return {
      badge: { label: "Returned", tone: "good" },
      text: `${differs} ${formatMoney(refund.amount_cents, currency)} was returned to the buyer.`,
      steps: null,
    };
  }
  const place = mode === "sandbox" ? "in the sandbox" : `at ${labelOf(provider)}`;
  return {
    badge: { label: "Held", tone: "bad" },
    text: `${differs} Nothing was delivered and nothing returned.`,
    steps: `${askOf(creator)} to compare it with the order ${place}, and then to return the money there or to deliver to the buyer.`,
  };
}

function duplicateReview({ refund, creator, provider }: PaymentReview): Review {
  const text = "The order was paid already.";
  if (refund?.status === "done") {
    return {
      badge: { label: "Refunded", tone: "good" },
      text: `${text} This payment was refunded.`,
      steps: null,
    };
  }
  if (refund?.status === "failed") {
    const why = refund.failure === null ? "" : ` (${refund.failure.replaceAll("_", " ")})`;
    return {
      badge: { label: "Refund failed", tone: "bad" },
      text: `${text} The refund of this payment failed${why}.`,
      steps: `${askOf(creator)} to return the money at ${labelOf(provider)} or by bank transfer.`,
    };
  }
  return {
    badge: { label: "Refunding", tone: "warn" },
    text: `${text} The refund of this payment is on its way.`,
    steps: `It may be waiting for the seller's balance at ${labelOf(provider)}. There is nothing to repeat.`,
  };
}

const askOf = (creator: PaymentReview["creator"]) =>
  creator === null ? "Ask whoever has the account" : `Ask @${creator.handle}`;
