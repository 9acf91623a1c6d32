import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isStale } from "./api.ts";

/** True for a failure that a retry may resolve: no response, or an unavailable service. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** For mutations that sign in: 401 means a wrong password, not an ended session. */
export const SIGNS_IN = { signsIn: true };

type Events = {
  /** Called when any request fails with 401, except those that sign in. */
  onSignedOut: () => void;
  /** Called for a response that only a newer page can read. */
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
      // "always", because the server may be on the local network, reachable while the browser reports to be offline.
      queries: {
        networkMode: "always",
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isTransient(error),
      },
      mutations: { networkMode: "always" },
    },
  });
}
