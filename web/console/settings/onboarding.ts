import type { ConnectStatus } from "../../../contract/connect.ts";
import { parseUrl } from "../../../contract/urls.ts";

/** The state of the onboarding at the payment provider. */
export type Onboarding = "not-connected" | "due" | "ready";

/** An account that is not connected and has no requirements is under review; its onboarding is resumed the same way. */
export function onboardingOf({ connected, account }: ConnectStatus): Onboarding {
  if (!account) return "not-connected";
  const { currentlyDue, pastDue } = account.requirements;
  return connected && currentlyDue.length + pastDue.length === 0 ? "ready" : "due";
}

export const onboardingButtons: Record<Onboarding, string> = {
  "not-connected": "Start Stripe onboarding",
  due: "Resume onboarding",
  ready: "Manage Stripe account",
};

/** Returns the URL of the onboarding when it is http or https; null for any other scheme. */
export function onboardingUrlOf(url: string, origin: string): string | null {
  const parsed = parseUrl(url, origin);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
