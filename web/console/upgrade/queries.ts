import { queryOptions, useMutation } from "@tanstack/react-query";
import { creatorPlanRoutes } from "../../../contract/api/creator-plan.ts";
import { request } from "../../lib/api.ts";
import { configQuery } from "../../lib/config.ts";
import { checkoutUrlOf, returnUrls, upgradeTexts } from "./upgrade-return.ts";

/** The subscription to the Creator plan, as the provider offers it. */
export const offerQuery = queryOptions({
  queryKey: ["offer"],
  queryFn: async ({ signal, client }) => {
    const { stripeProductId: productId } = await client.ensureQueryData(configQuery);
    return (await request(creatorPlanRoutes.product, { params: { productId }, signal })).product;
  },
});

/** The state of a checkout. Each use reloads it, because it can change at any time. */
export const checkoutStatusQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["checkout-status", sessionId],
    queryFn: ({ signal }) => request(creatorPlanRoutes.checkoutStatus, { params: { sessionId }, signal }),
    staleTime: 0,
  });

/** True for queries that an upgrade changes: profile, tiles, fees and the rest of the console. */
export function changedByUpgrade({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return !["checkout-status", "config", "offer"].includes(String(queryKey[0]));
}

/** A checkout without a page to open. The message is for the creator. */
export class RedirectError extends Error {}

/** Starts a checkout and navigates to it. */
export function useStartCheckout() {
  return useMutation({
    mutationFn: async (productId: string) => {
      const body = { productId, ...returnUrls(window.location.origin) };
      const { url, sessionId } = await request(creatorPlanRoutes.startCheckout, { body });
      const checkoutUrl = checkoutUrlOf(url);
      // Only an earlier version of the provider's library could open a session by its id.
      if (!checkoutUrl) throw new RedirectError(sessionId ? upgradeTexts.redirect : upgradeTexts.missingUrl);
      window.location.assign(checkoutUrl);
    },
  });
}
