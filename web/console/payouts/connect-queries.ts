import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connectRoutes } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER, type ProviderName } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { meQuery } from "../../lib/session.ts";
import { onboardingUrlOf } from "./onboarding.ts";

/** The state of the payout account. Each use reloads it, because it can change at the provider at any time. */
export const connectQuery = queryOptions({
  queryKey: ["connect"],
  queryFn: ({ signal }) => request(connectRoutes.status, { signal }),
  staleTime: 0,
});

/** The state of the account at one of several providers. */
export const accountQuery = (provider: ProviderName) =>
  queryOptions({
    queryKey: [...connectQuery.queryKey, provider],
    queryFn: ({ signal }) => request(connectRoutes.status, { query: { provider }, signal }),
    staleTime: 0,
  });

const bodyOf = (provider: ProviderName) => (provider === DEFAULT_PROVIDER ? {} : { provider });

/** The provider's page to open. */
export type WayToProvider = { way: "connect" | "manage"; country?: string | undefined };

/** Returns the provider's page where a creator connects an account, or completes or manages an existing one. */
export function useProviderPage(provider: ProviderName) {
  const body = bodyOf(provider);
  return useMutation({
    mutationFn: async ({ way, country }: WayToProvider) => {
      const { onboardingUrl } =
        way === "connect"
          ? await request(connectRoutes.onboard, { body: { ...body, ...(country && { country }) } })
          : await request(connectRoutes.refresh, { body });
      const url = onboardingUrlOf(onboardingUrl, window.location.origin);
      if (url === null) throw new Error(t("The provider returned an invalid URL."));
      return url;
    },
  });
}

/** Chooses the installation's own account, or disconnects the account. */
export function useAccountChange(provider: ProviderName, change: "own" | "disconnect") {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request(connectRoutes[change], { body: bodyOf(provider) }),
    onSuccess: (status) => {
      queryClient.setQueryData(connectQuery.queryKey, status);
      const { queryKey } = accountQuery(provider);
      if (queryClient.getQueryData(queryKey)) {
        queryClient.setQueryData(queryKey, status);
        // The creator may now sell on another account.
        void queryClient.invalidateQueries({ queryKey: connectQuery.queryKey, exact: true });
      }
      // The account also determines the creator's payment provider and whether tips are on.
      void queryClient.invalidateQueries(meQuery);
    },
    onError: () => void queryClient.invalidateQueries(connectQuery),
  });
}

/** Turns tips or slow payment methods on or off. */
export function useConnectSwitch(name: "tips" | "delayedPayments") {
  const queryClient = useQueryClient();
  return useMutation({
    // Sends requests one after another, so that the last choice is saved last.
    scope: { id: name },
    mutationFn: (enabled: boolean) => request(connectRoutes[name], { body: { enabled } }),
    onSuccess: (status) => {
      queryClient.setQueryData(connectQuery.queryKey, status);
      queryClient.setQueryData(
        meQuery.queryKey,
        (creator) => creator && { ...creator, tips_enabled: status.tipsEnabled },
      );
    },
    // The provider may have new requirements.
    onError: () => void queryClient.invalidateQueries(connectQuery),
  });
}
