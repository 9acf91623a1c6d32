import { upgradeTexts } from "./upgrade-return.ts";

/** Stripe's own library no longer redirects by a session's id, and its sessions have a URL while they are open: this is for compatible servers alone. */
const LIBRARY = "https://js.stripe.com/v3/";

/** The part of Stripe's library that is used here. */
export type StripeJs = (publishableKey: string) => {
  redirectToCheckout(options: { sessionId: string }): Promise<{ error?: { message?: string } }>;
};

declare global {
  interface Window {
    Stripe?: StripeJs;
  }
}

/** Navigates to a checkout without a URL. Throws `RedirectError` with a message for the user. */
export async function redirectBySession(options: {
  sessionId: string;
  publishableKey: string | null;
  load?: () => Promise<StripeJs | undefined>;
}): Promise<void> {
  const { sessionId, publishableKey, load = loadStripeJs } = options;
  if (!publishableKey) throw new RedirectError(upgradeTexts.missingUrl);
  const stripe = await load();
  if (!stripe) throw new RedirectError(upgradeTexts.library);
  let result: Awaited<ReturnType<ReturnType<StripeJs>["redirectToCheckout"]>>;
  try {
    result = await stripe(publishableKey).redirectToCheckout({ sessionId });
  } catch {
    throw new RedirectError(upgradeTexts.redirect);
  }
  if (result.error) throw new RedirectError(result.error.message || upgradeTexts.redirect);
}

/** The checkout cannot be opened; the message is for the user. */
export class RedirectError extends Error {
  override name = "RedirectError";
}

/** Loads the library on first use, and again after a failure; returns undefined when it cannot be loaded. */
function loadStripeJs(): Promise<StripeJs | undefined> {
  if (window.Stripe) return Promise.resolve(window.Stripe);
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = LIBRARY;
    script.async = true;
    script.onload = () => resolve(window.Stripe);
    script.onerror = () => {
      script.remove();
      resolve(undefined);
    };
    document.head.append(script);
  });
}
