import type { ConnectStatus } from "../../../contract/connect.ts";
import { parseUrl } from "../../../contract/urls.ts";

/** How far the way to payouts is. */
export type Onboarding = "not-connected" | "due" | "ready";

/** An account that is not connected and asks for nothing is still being looked at: the way on is the same. */
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

/** The address to leave for, when it is one that a browser may be sent to. */
export function onboardingAddress(url: string, origin: string): string | null {
  const parsed = parseUrl(url, origin);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
