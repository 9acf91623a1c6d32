import type { PaymentReview } from "../../../contract/api/payment-reviews.ts";
import { labelOf } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
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
  const differs = reason === null ? t("It differs from the order.") : differenceText(reason, currency);
  if (refund?.status === "done" || refund?.status === "pending") {
    return {
      badge: { label: t("Returned"), tone: "good" },
      text: t("{differs} {amountCents} was returned to the buyer.", {
        differs,
        amountCents: formatMoney(refund.amount_cents, currency),
      }),
      steps: null,
    };
  }
  const place = mode === "sandbox" ? t("in the sandbox") : `at ${labelOf(provider)}`;
  return {
    badge: { label: t("Held"), tone: "bad" },
    text: t("{differs} Nothing was delivered and nothing returned.", { differs }),
    steps: t(
      "{creator} to compare it with the order {place}, and then to return the money there or to deliver to the buyer.",
      { creator: askOf(creator), place },
    ),
  };
}

function duplicateReview({ refund, creator, provider }: PaymentReview): Review {
  const text = t("The order was paid already.");
  if (refund?.status === "done") {
    return {
      badge: { label: t("Refunded"), tone: "good" },
      text: t("{text} This payment was refunded.", { text }),
      steps: null,
    };
  }
  if (refund?.status === "failed") {
    const why = refund.failure === null ? "" : ` (${refund.failure.replaceAll("_", " ")})`;
    return {
      badge: { label: t("Refund failed"), tone: "bad" },
      text: t("{text} The refund of this payment failed{why}.", { text, why }),
      steps: t("{creator} to return the money at {provider} or by bank transfer.", {
        creator: askOf(creator),
        provider: labelOf(provider),
      }),
    };
  }
  return {
    badge: { label: t("Refunding"), tone: "warn" },
    text: t("{text} The refund of this payment is on its way.", { text }),
    steps: t("It may be waiting for the seller's balance at {provider}. There is nothing to repeat.", {
      provider: labelOf(provider),
    }),
  };
}

const askOf = (creator: PaymentReview["creator"]) =>
  creator === null ? t("Ask whoever has the account") : t("Ask @{handle}", { handle: creator.handle });
