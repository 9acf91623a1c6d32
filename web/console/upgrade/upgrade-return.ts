import { paths } from "../../../contract/rules/paths.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import { t } from "../../../contract/texts.ts";

/** The state of the upgrade page, before or after a checkout. */
export type UpgradeReturn = { state: "idle" | "cancel" } | { state: "success"; sessionId: string | null };

export const upgradeTexts = {
  product: t("Unable to load Stripe product."),
  start: t("Unable to start checkout."),
  redirect: t("Stripe redirect failed."),
  missingUrl: t("Stripe session missing redirect URL."),
  portal: t("Couldn't open your card and invoices."),
  verify: t("Could not verify checkout session."),
  pending: t("Checkout completed. Subscription status pending—refresh shortly."),
  cancelled: t("Checkout was cancelled. You can resume whenever you’re ready."),
} as const;

/** Parses the URL that the provider redirects to. */
export function readReturn(search: string): UpgradeReturn {
  const query = new URLSearchParams(search);
  // Without an id the page reports that the checkout cannot be read.
  if (query.get("status") === "success")
    return { state: "success", sessionId: query.get("session_id") || null };
  return { state: query.get("status") === "cancel" ? "cancel" : "idle" };
}

/** Returns the URLs that the provider redirects to; it fills in the session id. */
export function returnUrls(origin: string) {
  const page = `${origin}${paths.upgrade()}`;
  return {
    // The provider replaces the braces only if they are not encoded.
    successUrl: `${page}?status=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}?status=cancel`,
  };
}

/** Returns the URL of a checkout if it is http or https, otherwise null. */
export function checkoutUrlOf(url: string | undefined): string | null {
  if (!url) return null;
  return /^https?:$/.test(parseUrl(url)?.protocol ?? "") ? url : null;
}
