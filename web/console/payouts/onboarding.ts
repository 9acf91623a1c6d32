import { type ConnectStatus, SELLING_COUNTRIES } from "../../../contract/api/connect.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import { t } from "../../../contract/texts.ts";

/** The state of the onboarding at the payment provider. */
export type Onboarding = "not-connected" | "due" | "ready";

/** Returns the state of an onboarding. An account under review, which has no requirements but cannot sell yet, is `due`, because its onboarding is resumed in the same way. */
export function onboardingOf({ connected, canSell, account }: ConnectStatus): Onboarding {
  if (!account) return "not-connected";
  const { currentlyDue, pastDue } = account.requirements;
  return connected && canSell && currentlyDue.length + pastDue.length === 0 ? "ready" : "due";
}

export const onboardingButtons: Record<Onboarding, string> = {
  "not-connected": t("Start Stripe onboarding"),
  due: t("Resume onboarding"),
  ready: t("Manage Stripe account"),
};

/** The state of an account, which decides the texts and buttons of the settings. */
export type Payouts = ReturnType<typeof payoutsOf>;

export function payoutsOf(status: ConnectStatus) {
  const { account, kind, canSell } = status;
  if (!account) return "not-connected";
  if (kind === "own") return canSell ? "own" : "own-restricted";
  const { currentlyDue, pastDue } = account.requirements;
  const restriction = account.restriction?.status;
  if (restriction === "rejected" || restriction === "unsupported") return "rejected";
  if (pastDue.length > 0) return "restricted";
  if (currentlyDue.length > 0) return "due";
  if (canSell) return "ready";
  return restriction === "restricted" ? "limited" : "review";
}

/** Texts for an account at any provider. */
export const payoutTexts = (label: string) => ({
  review: t("{label} is reviewing your details. You can sell once the review is complete.", { label }),
  rejected: t(
    "{label} does not accept this account, so you cannot sell with it. {label} says why, and whether anything can be done.",
    { label },
  ),
  ready: t("Your {label} account is connected and complete.", { label }),
  own: t("You sell on this installation's {label} account.", { label }),
});

/** Returns the page of an account in Stripe's dashboard. */
export const dashboardOf = (accountId: string) =>
  `https://dashboard.stripe.com/${encodeURIComponent(accountId)}`;

/** Returns the onboarding URL if it is http or https, otherwise null. */
export function onboardingUrlOf(url: string, origin: string): string | null {
  const parsed = parseUrl(url, origin);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** Returns the first of these countries in which a creator may sell, or an empty text. */
export function suggestCountry(codes: readonly (string | undefined)[]): string {
  return codes.find((code) => code !== undefined && SELLING_COUNTRIES.includes(code)) ?? "";
}
