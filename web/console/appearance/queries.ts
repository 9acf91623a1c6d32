import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Appearance, appearanceRoutes, type Scheme } from "../../../contract/api/appearance.ts";
import { request } from "../../lib/api.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { toPatch } from "./appearance-draft.ts";

/** How the creator's page looks. */
export const appearanceQuery = queryOptions({
  queryKey: ["appearance"],
  queryFn: ({ signal }) => request(appearanceRoutes.show, { signal }),
});

export function useSaveAppearance() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (appearance: Appearance) => request(appearanceRoutes.save, { body: toPatch(appearance) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(appearanceQuery.queryKey, saved);
      toast.success("Appearance saved");
    },
  });
}

export type PreviewScheme = "light" | "dark";

/** The page with an appearance that is not saved; the former one until the next has arrived. */
export function usePreview(appearance: Appearance, scheme: PreviewScheme) {
  const shown = useSettled({ appearance, scheme });
  return useQuery({
    queryKey: ["appearance", "preview", shown],
    queryFn: ({ signal }) =>
      request(pagePreviewRoutes.render, {
        body: { appearance: toPatch(shown.appearance), scheme: shown.scheme },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
