import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connectRoutes } from "../../../contract/connect.ts";
import { request } from "../../lib/api.ts";
import { meQuery } from "../../lib/session.ts";
import { type Onboarding, onboardingAddress } from "./onboarding.ts";

/** The state of the payout account; what happened at the provider is not known here, so it is always asked again. */
export const connectQuery = queryOptions({
  queryKey: ["connect"],
  queryFn: ({ signal }) => request(connectRoutes.status, { signal }),
  staleTime: 0,
});

/** Leaves for the provider: with a new account, or with a fresh link to the one there is. */
export function useOnboarding() {
  return useMutation({
    mutationFn: async (from: Onboarding) => {
      const { onboardingUrl } =
        from === "not-connected"
          ? await request(connectRoutes.onboard, { body: {} })
          : await request(connectRoutes.refresh, {});
      const address = onboardingAddress(onboardingUrl, window.location.origin);
      if (address === null) throw new Error("the provider's link leads nowhere");
      window.location.assign(address);
    },
  });
}

/** Turns tips on or off. */
export function useSetTips() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other: the last wish counts, however fast the fingers are.
    scope: { id: "tips" },
    mutationFn: (enabled: boolean) => request(connectRoutes.tips, { body: { enabled } }),
    onSuccess: (status) => {
      queryClient.setQueryData(connectQuery.queryKey, status);
      queryClient.setQueryData(
        meQuery.queryKey,
        (creator) => creator && { ...creator, tips_enabled: status.tipsEnabled },
      );
    },
    // The provider may ask for something since.
    onError: () => void queryClient.invalidateQueries(connectQuery),
  });
}
