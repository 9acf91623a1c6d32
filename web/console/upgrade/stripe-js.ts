import { upgradeTexts } from "./upgrade-return.ts";

const LIBRARY = "https://js.stripe.com/v3/";

/** As much of Stripe's library as is used here. */
export type StripeJs = (publishableKey: string) => {
  redirectToCheckout(options: { sessionId: string }): Promise<{ error?: { message?: string } }>;
};

declare global {
  interface Window {
    Stripe?: StripeJs;
  }
}

/** Leads to a checkout that has no address of its own. Throws words for a person. */
export async function redirectBySession(options: {
  sessionId: string;
  publishableKey: string | null;
  load?: () => Promise<StripeJs | undefined>;
}): Promise<void> {
  const { sessionId, publishableKey, load = loadStripeJs } = options;
  if (!publishableKey) throw new RedirectError(upgradeTexts.noWay);
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

/** The way to the provider is closed; the message is for the person who wants to go there. */
export class RedirectError extends Error {
  override name = "RedirectError";
}

/** Loads the library when it is first needed, and again after a failure; undefined when it does not come. */
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
