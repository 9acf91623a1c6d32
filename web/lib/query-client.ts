import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** True for a failure that a retry may resolve: no response, or an unavailable service. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** Creates the cache of responses. `onSignedOut` runs when any request fails with 401. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // "always": the server may be on the local network, which is reachable while the browser reports to be offline.
      queries: {
        networkMode: "always",
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isTransient(error),
      },
      mutations: { networkMode: "always" },
    },
  });
}
