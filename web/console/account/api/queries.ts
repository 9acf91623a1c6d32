import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type ApiKey, type ApiKeyInput, apiKeyRoutes } from "../../../../contract/api/api-keys.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";

/** The creator's API keys, active ones first. */
export const apiKeysQuery = queryOptions({
  queryKey: ["api-keys"],
  queryFn: async ({ signal }) => (await request(apiKeyRoutes.list, { signal })).keys,
  // The time of the last use changes without the console.
  staleTime: 0,
});

/** Makes a key. Caches no response, because the secret is shown once. */
export function useMakeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyInput) => request(apiKeyRoutes.create, { body }),
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}

export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => request(apiKeyRoutes.revoke, { params: { id } }),
    onSuccess: () => void toast.success(t("API key revoked.")),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}
