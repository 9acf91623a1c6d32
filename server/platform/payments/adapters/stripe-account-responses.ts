import type Stripe from "stripe";
import type { PayoutAccount } from "../port.ts";

/** Returns an account of Accounts v2 in our terms. */
export function toPayoutAccount({
  id,
  identity,
  configuration,
  requirements,
}: Stripe.V2.Core.Account): PayoutAccount {
  const entries = (requirements?.entries ?? []).filter(
    // What Stripe checks by itself is not due from the creator.
    ({ awaiting_action_from: from }) => from === "user",
  );
  const namesOf = (...statuses: string[]) => [
    ...new Set(
      entries
        .filter(({ minimum_deadline: deadline }) => statuses.includes(deadline.status))
        .map(({ description }) => description),
    ),
  ];
  return {
    id,
    country: identity?.country?.toUpperCase() ?? null,
    canSell: configuration?.merchant?.capabilities?.card_payments?.status === "active",
    requirements: {
      currentlyDue: namesOf("currently_due", "past_due"),
      pastDue: namesOf("past_due"),
    },
  };
}

/** Returns an account of Accounts v1 in our terms: the installation's own, or an Express account of an earlier release. */
export function toOwnAccount({
  id,
  country,
  charges_enabled: canSell,
  requirements,
}: Stripe.Account): PayoutAccount {
  const { currently_due: currentlyDue, past_due: pastDue } = requirements ?? {};
  return {
    id,
    country: country ?? null,
    canSell: canSell === true,
    requirements: { currentlyDue: currentlyDue ?? [], pastDue: pastDue ?? [] },
  };
}
