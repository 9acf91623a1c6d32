import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type AudienceMember, audienceRoutes } from "../../../contract/audience.ts";
import { buildUrl, request } from "../../lib/api.ts";
import { ignoreNotFound } from "../ignore-not-found.ts";
import type { AudienceView } from "./audience-view.ts";

const MEMBERS = ["audience"] as const;

/** One page of the creator's audience. The previous page stays visible while it loads. */
export function membersQuery(view: AudienceView) {
  return queryOptions({
    queryKey: [...MEMBERS, view],
    queryFn: ({ signal }) => request(audienceRoutes.list, { query: view, signal }),
    placeholderData: keepPreviousData,
    // People may have signed up since.
    staleTime: 0,
  });
}

/** Returns the URL of the matching emails as CSV, all pages of them. */
export function exportUrl({ filter, search }: AudienceView): string {
  return buildUrl(audienceRoutes.export, { query: { filter, search: search || undefined } });
}

export function useDeleteMember() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AudienceMember) =>
      ignoreNotFound(request(audienceRoutes.remove, { params: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MEMBERS }),
  });
}
