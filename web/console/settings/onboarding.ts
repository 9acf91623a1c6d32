import { type ConnectStatus, SELLING_COUNTRIES } from "../../../contract/api/connect.ts";
import { compareNames } from "../../../contract/rules/formats.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import { countryName } from "../../lib/seller.ts";

/** The state of the onboarding at the payment provider. */
export type Onboarding = "not-connected" | "due" | "ready";

/** An account without requirements that cannot sell is under review; its onboarding is resumed the same way. */
export function onboardingOf({ connected, canSell, account }: ConnectStatus): Onboarding {
  if (!account) return "not-connected";
  const { currentlyDue, pastDue } = account.requirements;
  return connected && canSell && currentlyDue.length + pastDue.length === 0 ? "ready" : "due";
}

export const onboardingButtons: Record<Onboarding, string> = {
  "not-connected": "Start Stripe onboarding",
  due: "Resume onboarding",
  ready: "Manage Stripe account",
};

/** How an account gets paid: what the settings explain and offer. */
export type Payouts =
  | "not-connected"
  | "due"
  | "review"
  | "rejected"
  | "limited"
  | "restricted"
  | "ready"
  | "express"
  | "own"
  | "own-restricted";

export function payoutsOf(status: ConnectStatus): Payouts {
  const { account, kind, canSell } = status;
  if (!account) return "not-connected";
  if (kind === "express") return "express";
  if (kind === "own") return canSell ? "own" : "own-restricted";
  const { currentlyDue, pastDue } = account.requirements;
  const restriction = account.restriction?.status;
  if (restriction === "rejected" || restriction === "unsupported") return "rejected";
  if (pastDue.length > 0) return "restricted";
  if (currentlyDue.length > 0) return "due";
  if (canSell) return "ready";
  return restriction === "restricted" ? "limited" : "review";
}

/** Returns the page of an account in Stripe's dashboard. */
export const dashboardOf = (accountId: string) =>
  `https://dashboard.stripe.com/${encodeURIComponent(accountId)}`;

/** Returns the URL of the onboarding when it is http or https; null for any other scheme. */
export function onboardingUrlOf(url: string, origin: string): string | null {
  const parsed = parseUrl(url, origin);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** The countries in which a creator may sell, by their English names. */
export const sellingCountries = () =>
  SELLING_COUNTRIES.map((code) => ({ value: code, label: countryName(code) })).sort((a, b) =>
    compareNames(a.label, b.label),
  );

/** Returns the first of these countries in which a creator may sell; empty without one. */
export function suggestCountry(codes: readonly (string | undefined)[]): string {
  return codes.find((code) => code !== undefined && SELLING_COUNTRIES.includes(code)) ?? "";
}
