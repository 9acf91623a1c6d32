import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** True for a failure that may be gone a moment later: no answer, or a service that is down. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** The cache of what the server said. `onSignedOut` runs when any call of it is answered 401. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // "always": the server may be on this very network, whatever the browser thinks of the connection.
      queries: {
        networkMode: "always",
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isTransient(error),
      },
      mutations: { networkMode: "always" },
    },
  });
}
