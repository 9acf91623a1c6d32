import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ConnectStatus, connectRoutes } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER, type ProviderName } from "../../../contract/rules/order-states.ts";
import { request } from "../../lib/api.ts";
import { meQuery } from "../../lib/session.ts";
import { onboardingUrlOf } from "./onboarding.ts";

/** The state of the payout account; it can change at the provider at any time, so it is never fresh. */
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

/** Returns the page of the provider where a creator opens or connects an account, or where they complete or manage the one they have. */
export function useProviderPage(provider: ProviderName) {
  const { body } = bodyOf(provider);
  return useMutation({
    mutationFn: async ({ way, country }: { way: "connect" | "manage"; country?: string | undefined }) => {
      const { onboardingUrl } =
        way === "connect"
          ? await request(connectRoutes.onboard, { body: { ...body, ...(country && { country }) } })
          : await request(connectRoutes.refresh, { body });
      const url = onboardingUrlOf(onboardingUrl, window.location.origin);
      if (url === null) throw new Error("The provider returned an invalid URL.");
      return url;
    },
  });
}

/** Selects the installation's own account. */
export function useOwnAccount(provider: ProviderName) {
  return useAccountChange(provider, () => request(connectRoutes.own, bodyOf(provider)));
}

/** Disconnects the account. */
export function useDisconnect(provider: ProviderName) {
  return useAccountChange(provider, () => request(connectRoutes.disconnect, bodyOf(provider)));
}

const bodyOf = (provider: ProviderName) => ({ body: provider === DEFAULT_PROVIDER ? {} : { provider } });

function useAccountChange(provider: ProviderName, change: () => Promise<ConnectStatus>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (status) => {
      queryClient.setQueryData(connectQuery.queryKey, status);
      const { queryKey } = accountQuery(provider);
      if (queryClient.getQueryData(queryKey)) {
        queryClient.setQueryData(queryKey, status);
        // Another account may be the one on which the creator sells.
        void queryClient.invalidateQueries({ queryKey: connectQuery.queryKey, exact: true });
      }
      // The account chooses the payment provider, and its loss turns tips off.
      void queryClient.invalidateQueries(meQuery);
    },
    onError: () => void queryClient.invalidateQueries(connectQuery),
  });
}

/** Turns tips on or off. */
export function useSetTips() {
  const queryClient = useQueryClient();
  return useMutation({
    // One request after another: the last choice applies.
    scope: { id: "tips" },
    mutationFn: (enabled: boolean) => request(connectRoutes.tips, { body: { enabled } }),
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

/** Allows payment methods that take days, or no longer. */
export function useSetDelayedPayments() {
  const queryClient = useQueryClient();
  return useMutation({
    // One request after another: the last choice applies.
    scope: { id: "delayed payments" },
    mutationFn: (enabled: boolean) => request(connectRoutes.delayedPayments, { body: { enabled } }),
    onSuccess: (status) => queryClient.setQueryData(connectQuery.queryKey, status),
    onError: () => void queryClient.invalidateQueries(connectQuery),
  });
}
