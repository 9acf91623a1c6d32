import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isStale } from "./api.ts";

/** True for a failure that a retry may resolve: no response, or an unavailable service. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** For a mutation that signs in: status 401 says that it failed, not that a session has ended. */
export const SIGNS_IN = { signsIn: true };

type Events = {
  /** Runs when any request fails with 401, except those that sign in. */
  onSignedOut: () => void;
  /** Runs when any response is one that only a newer page can read. */
  onStale: () => void;
};

/** Creates the cache of responses. */
export function createQueryClient({ onSignedOut, onStale }: Events): QueryClient {
  const onError = (error: unknown) => {
    if (isStale(error)) onStale();
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _input, _state, { meta }) => {
        if (!meta?.signsIn) onError(error);
      },
    }),
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
