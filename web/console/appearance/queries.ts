import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Appearance, appearanceRoutes } from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { previewsOfPage } from "../preview/use-page-preview.ts";
import { toPatch } from "./appearance-draft.ts";

export const appearanceQuery = queryOptions({
  queryKey: ["appearance"],
  queryFn: ({ signal }) => request(appearanceRoutes.show, { signal }),
});

export function useSaveAppearance() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: Partial<Appearance>) => request(appearanceRoutes.save, { body: toPatch(changes) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(appearanceQuery.queryKey, saved);
      toast.success(t("Appearance saved"));
    },
  });
}

/** Saves only a theme or layout and shows it on the page. */
export function useSaveLook() {
  const queryClient = useQueryClient();
  return useMutation({
    // Sends requests one after another, so that the last choice is saved last.
    scope: { id: "look" },
    mutationFn: (look: Partial<Pick<Appearance, "theme" | "layout">>) =>
      request(appearanceRoutes.save, { body: look }),
    onSuccess: (saved) => {
      queryClient.setQueryData(appearanceQuery.queryKey, saved);
      void queryClient.invalidateQueries(previewsOfPage);
    },
  });
}
