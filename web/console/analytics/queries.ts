import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type CampaignLink,
  type CampaignLinkInput,
  campaignLinkRoutes,
  campaignLinkVersion,
} from "../../../contract/api/campaign-links.ts";
import { type Funnel, funnelRoutes } from "../../../contract/api/funnel.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import type { FunnelUrl } from "./funnel-url.ts";

const RECOUNT_MS = 3_000;

/** The funnel of a period with filters. The previous funnel stays while another loads. Polls while earlier visits are still being counted. */
export const funnelQuery = (state: FunnelUrl) =>
  queryOptions({
    queryKey: ["funnel", state],
    queryFn: ({ signal }) => loadFunnel(state, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.counted_until ? RECOUNT_MS : false),
  });

/** Loads the funnel of the chosen kind of sales, or of the most real kind in the period. */
async function loadFunnel(state: FunnelUrl, signal: AbortSignal) {
  const load = async (money: Funnel["kinds"][number]) => ({
    ...(await request(funnelRoutes.show, { query: { ...state, money }, signal })),
    money,
  });
  const funnel = await load(state.money ?? "live");
  const [kind] = funnel.kinds;
  const isOtherKind = state.money === undefined && kind !== undefined && !funnel.kinds.includes("live");
  return isOtherKind ? load(funnel.kinds.includes("test") ? "test" : kind) : funnel;
}

/** The campaign links of the creator, newest first. */
export const campaignLinksQuery = queryOptions({
  queryKey: ["campaign-links"],
  queryFn: async ({ signal }) => (await request(campaignLinkRoutes.list, { signal })).links,
});

export function useSaveLink(link: CampaignLink | null) {
  const changed = useLinksChanged();
  return useMutation({
    mutationFn: async ({ input, read }: { input: CampaignLinkInput; read: CampaignLink | null }) => {
      if (!link) return (await request(campaignLinkRoutes.create, { body: input })).link;
      const { name: _printed, ...body } = input;
      const options = { params: { id: link.id }, body, version: campaignLinkVersion(read ?? link) };
      return (await request(campaignLinkRoutes.update, options)).link;
    },
    onSuccess: ({ title }) => toast.success(t("{title} saved.", { title })),
    // Also after an error, because the link may have been deleted elsewhere.
    onSettled: changed,
  });
}

export function useDeleteLink() {
  const changed = useLinksChanged();
  return useMutation({
    mutationFn: ({ id }: CampaignLink) => request(campaignLinkRoutes.remove, { params: { id } }),
    onSuccess: (_nothing, { title }) => toast.success(t("{title} deleted.", { title })),
    onSettled: changed,
  });
}

function useLinksChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(campaignLinksQuery);
    void queryClient.invalidateQueries({ queryKey: ["funnel"] });
  };
}

/** Whether the creator receives the weekly digest. */
export const digestQuery = queryOptions({
  queryKey: ["digest"],
  queryFn: ({ signal }) => request(funnelRoutes.digest, { signal }),
});

export function useSaveDigest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) => request(funnelRoutes.saveDigest, { body: { enabled } }),
    onSuccess: (saved) => queryClient.setQueryData(digestQuery.queryKey, saved),
  });
}
