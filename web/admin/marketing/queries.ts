import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type Audience,
  type MarketingDraft,
  type MarketingInput,
  marketingRoutes,
  type RecipientState,
} from "../../../contract/api/marketing.ts";
import { ApiError, request } from "../../lib/api.ts";
import { ADMIN, adminList, useAdminChanged } from "../queries.ts";

/** How often the progress of an email is read while it is being sent. */
const POLL_MS = 2_000;

export const previewQuery = (draft: MarketingDraft) =>
  queryOptions({
    queryKey: ["marketing-preview", draft],
    queryFn: ({ signal }) => request(marketingRoutes.preview, { body: draft, signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });

export const audienceQuery = (audience: Audience) =>
  queryOptions({
    queryKey: [...ADMIN, "audience", audience],
    queryFn: async ({ signal }) =>
      (await request(marketingRoutes.audience, { query: { audience }, signal })).count,
    staleTime: 0,
  });

export const campaignsQuery = (page: number) =>
  queryOptions({
    ...adminList("campaigns", marketingRoutes.campaigns, { query: { page } }),
    refetchInterval: ({ state: { data } }) =>
      data?.campaigns.some(({ queued }) => queued > 0) ? POLL_MS : false,
  });

type CampaignRequest = { id: number; page: number; state: RecipientState | undefined };

export const campaignQuery = ({ id, ...query }: CampaignRequest) =>
  queryOptions({
    ...adminList("campaign", marketingRoutes.campaign, { params: { id }, query }),
    refetchInterval: ({ state: { data } }) => (data && data.campaign.queued > 0 ? POLL_MS : false),
  });

/** True when an email was not sent because the same one was a short time ago. */
export const isSentAlready = (error: Error): boolean =>
  error instanceof ApiError && error.body?.code === "marketing.sent_already";

/** `onSent` runs together with the toast: an email that was sent must not look as if it could be sent again. */
export function useSendMarketing({ onSent }: { onSent: () => void }) {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: async (input: MarketingInput) =>
      (await request(marketingRoutes.send, { body: input })).queued,
    onSuccess: (queued) => {
      onSent();
      if (queued === 0) toast.warning("No emails sent: all recipients have unsubscribed.");
      else toast.success("Marketing email sent.");
    },
    onSettled: () => void changed(),
  });
}
