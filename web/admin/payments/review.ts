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

/** Joins whole sentences. */
const together = (...sentences: string[]) => sentences.join(" ");

function heldReview({ reason, refund, currency, creator, provider, mode }: PaymentReview): Review {
  const difference = reason === null ? t("It differs from the order.") : differenceText(reason, currency);
  if (refund?.status === "done" || refund?.status === "pending") {
    const amount = formatMoney(refund.amount_cents, currency);
    return {
      badge: { label: t("Returned"), tone: "good" },
      text: together(difference, t("{amount} was returned to the buyer.", { amount })),
      steps: null,
    };
  }
  return {
    badge: { label: t("Held"), tone: "bad" },
    text: together(difference, t("Nothing was delivered and nothing returned.")),
    steps: heldSteps(creator, mode === "sandbox" ? null : labelOf(provider)),
  };
}

/** Advises what to do with a held payment, which is at a provider or else in the sandbox. */
function heldSteps(creator: PaymentReview["creator"], provider: string | null): string {
  const handle = creator?.handle;
  if (provider === null)
    return handle === undefined
      ? t(
          "Ask whoever has the account to compare it with the order in the sandbox, and then to return the money there or to deliver to the buyer.",
        )
      : t(
          "Ask @{handle} to compare it with the order in the sandbox, and then to return the money there or to deliver to the buyer.",
          { handle },
        );
  return handle === undefined
    ? t(
        "Ask whoever has the account to compare it with the order at {provider}, and then to return the money there or to deliver to the buyer.",
        { provider },
      )
    : t(
        "Ask @{handle} to compare it with the order at {provider}, and then to return the money there or to deliver to the buyer.",
        { handle, provider },
      );
}

function duplicateReview({ refund, creator, provider: id }: PaymentReview): Review {
  const event = t("The order was paid already.");
  const provider = labelOf(id);
  if (refund?.status === "done") {
    return {
      badge: { label: t("Refunded"), tone: "good" },
      text: together(event, t("This payment was refunded.")),
      steps: null,
    };
  }
  if (refund?.status === "failed") {
    const reason = refund.failure?.replaceAll("_", " ");
    return {
      badge: { label: t("Refund failed"), tone: "bad" },
      text: together(
        event,
        reason === undefined
          ? t("The refund of this payment failed.")
          : t("The refund of this payment failed ({reason}).", { reason }),
      ),
      steps:
        creator === null
          ? t("Ask whoever has the account to return the money at {provider} or by bank transfer.", {
              provider,
            })
          : t("Ask @{handle} to return the money at {provider} or by bank transfer.", {
              handle: creator.handle,
              provider,
            }),
    };
  }
  return {
    badge: { label: t("Refunding"), tone: "warn" },
    text: together(event, t("The refund of this payment is on its way.")),
    steps: t("It may be waiting for the seller's balance at {provider}. There is nothing to repeat.", {
      provider,
    }),
  };
}
