import type Stripe from "stripe";
import type { PayoutAccount, Restriction } from "../../port.ts";

/** Converts an account of Accounts v2. */
export function toPayoutAccount(account: Stripe.V2.Core.Account): PayoutAccount {
  const { id, identity, configuration, requirements } = account;
  const entries = (requirements?.entries ?? []).filter(
    // Requirements that Stripe checks itself are not due from the creator.
    ({ awaiting_action_from: from }) => from === "user",
  );
  const namesOf = (...statuses: string[]) => [
    ...new Set(
      entries
        .filter(({ minimum_deadline: deadline }) => statuses.includes(deadline.status))
        .map(({ description }) => description),
    ),
  ];
  const capability = configuration?.merchant?.capabilities?.card_payments;
  return {
    id,
    country: identity?.country?.toUpperCase() ?? null,
    canSell: capability?.status === "active",
    requirements: {
      currentlyDue: namesOf("currently_due", "past_due"),
      pastDue: namesOf("past_due"),
    },
    restriction: restrictionOf(capability),
  };
}

type Capability = Stripe.V2.Core.Account.Configuration.Merchant.Capabilities.CardPayments;

function restrictionOf(capability: Capability | undefined): Restriction | null {
  const { status, status_details: details = [] } = capability ?? {};
  if (status !== "restricted" && status !== "rejected" && status !== "unsupported") return null;
  return { status, code: details[0]?.code ?? null, resolution: details[0]?.resolution ?? null };
}

const NOT_ACTIVATED: Restriction = {
  status: "restricted",
  code: "not_activated",
  resolution: "provide_info",
};

/**
 * Converts the installation's own account, which is of Accounts v1.
 * Stripe takes test charges for every account, and live ones once it is activated.
 */
export function toOwnAccount(
  { id, country, charges_enabled: isActivated, requirements }: Stripe.Account,
  { live }: { live: boolean },
): PayoutAccount {
  const { currently_due: currentlyDue, past_due: pastDue } = requirements ?? {};
  return {
    id,
    country: country ?? null,
    canSell: isActivated === true || !live,
    requirements: { currentlyDue: currentlyDue ?? [], pastDue: pastDue ?? [] },
    restriction: isActivated ? null : NOT_ACTIVATED,
  };
}
