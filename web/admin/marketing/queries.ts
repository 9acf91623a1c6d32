import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import type { z } from "zod";
import {
  type Audience,
  type MarketingDraft,
  type MarketingInput,
  marketingRoutes,
  type RecipientState,
} from "../../../contract/marketing.ts";
import { request } from "../../lib/api.ts";
import { useAdminChanged } from "../queries.ts";

/** How often a mail on its way is looked at. */
const WATCH_MS = 2_000;

export const previewQuery = (draft: MarketingDraft) =>
  queryOptions({
    queryKey: ["admin-preview", draft],
    queryFn: ({ signal }) => request(marketingRoutes.preview, { body: draft, signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });

export const audienceQuery = (audience: Audience) =>
  queryOptions({
    queryKey: ["admin", "audience", audience],
    queryFn: async ({ signal }) =>
      (await request(marketingRoutes.audience, { query: { audience }, signal })).count,
    staleTime: 0,
  });

export const campaignsQuery = (page: number) =>
  queryOptions({
    queryKey: ["admin", "campaigns", page],
    queryFn: ({ signal }) => request(marketingRoutes.campaigns, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.campaigns.some(({ queued }) => queued > 0) ? WATCH_MS : false,
  });

export const campaignQuery = (requested: { id: number; page: number; state: RecipientState | undefined }) =>
  queryOptions({
    queryKey: ["admin", "campaign", requested],
    queryFn: ({ signal }) =>
      request(marketingRoutes.campaign, {
        params: { id: requested.id },
        query: { page: requested.page, state: requested.state },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.campaign.queued > 0 ? WATCH_MS : false),
  });

/** `onSent` runs as the news of it is told: what was sent must not look as if it were still to be. */
export function useSendMarketing({ onSent }: { onSent: () => void }) {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: async (input: z.input<typeof MarketingInput>) =>
      (await request(marketingRoutes.send, { body: input })).queued,
    onSuccess: (queued) => {
      onSent();
      if (queued === 0) toast.warning("Nobody was mailed: every recipient has unsubscribed.");
      else toast.success("Marketing email sent.");
    },
    onSettled: () => void changed(),
  });
}
