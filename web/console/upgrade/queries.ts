import { queryOptions, useMutation } from "@tanstack/react-query";
import { billingRoutes } from "../../../contract/billing.ts";
import { request } from "../../lib/api.ts";
import { configQuery } from "../../lib/config.ts";
import { redirectBySession } from "./stripe-js.ts";
import { providerAddress, returnAddresses } from "./upgrade-return.ts";

/** The subscription on offer. */
export const offerQuery = queryOptions({
  queryKey: ["offer"],
  queryFn: async ({ signal, client }) => {
    const { stripeProductId: productId } = await client.ensureQueryData(configQuery);
    return (await request(billingRoutes.product, { params: { productId }, signal })).product;
  },
});

/** What came of a checkout; a subscription that is on its way is asked for again on the next visit. */
export const checkoutStatusQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["checkout-status", sessionId],
    queryFn: ({ signal }) => request(billingRoutes.checkoutStatus, { params: { sessionId }, signal }),
    staleTime: 0,
  });

/** Leaves for the provider's checkout: by its address, or else by its library. */
export function useStartCheckout() {
  return useMutation({
    mutationFn: async ({
      productId,
      publishableKey,
    }: {
      productId: string;
      publishableKey: string | null;
    }) => {
      const body = { productId, ...returnAddresses(window.location.origin) };
      const { url, sessionId } = await request(billingRoutes.startCheckout, { body });
      const address = providerAddress(url);
      if (address) window.location.assign(address);
      else await redirectBySession({ sessionId, publishableKey });
    },
  });
}
