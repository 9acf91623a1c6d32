import { paths } from "../../../contract/paths.ts";
import { parseUrl } from "../../../contract/urls.ts";

/** Where somebody stands who opens the upgrade page: about to pay, or back from the provider. */
export type UpgradeReturn = { state: "idle" | "cancel" } | { state: "success"; sessionId: string | null };

export const upgradeTexts = {
  product: "Unable to load Stripe product.",
  start: "Unable to start checkout.",
  redirect: "Stripe redirect failed.",
  library: "Stripe.js failed to load.",
  noWay: "Stripe session missing redirect URL.",
  verify: "Could not verify checkout session.",
  pending: "Checkout completed. Subscription status pending—refresh shortly.",
  cancelled: "Checkout was cancelled. You can resume whenever you’re ready.",
} as const;

/** Reads the address that the provider led back to. */
export function readReturn(search: string): UpgradeReturn {
  const query = new URLSearchParams(search);
  // Without an id there is nothing to ask the provider about, which is said as well.
  if (query.get("status") === "success")
    return { state: "success", sessionId: query.get("session_id") || null };
  return { state: query.get("status") === "cancel" ? "cancel" : "idle" };
}

/** Where the provider shall lead back to; it fills the session's id in. */
export function returnAddresses(origin: string) {
  const page = `${origin}${paths.upgrade()}`;
  return {
    // The braces must stand there as they are, so no encoder may see them.
    successUrl: `${page}?status=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}?status=cancel`,
  };
}

/** The provider's address when it is one that a browser may be sent to; null for anything else. */
export function providerAddress(url: string | undefined): string | null {
  if (!url) return null;
  return /^https?:$/.test(parseUrl(url)?.protocol ?? "") ? url : null;
}
