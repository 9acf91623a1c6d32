import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type Audience,
  type MarketingInput,
  marketingRoutes,
  type RecipientState,
} from "../../../contract/api/marketing.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { freshQuery } from "../../lib/list-query.ts";
import { whileQueued } from "../../widgets/email/queries.ts";
import { ADMIN, adminList, useAdminChanged } from "../queries.ts";

export const audienceQuery = (audience: Audience) =>
  freshQuery([...ADMIN, "audience", audience], marketingRoutes.audience, { query: { audience } });

export const campaignsQuery = (page: number) =>
  queryOptions({
    ...adminList("campaigns", marketingRoutes.campaigns, { query: { page } }),
    refetchInterval: ({ state: { data } }) => whileQueued(data?.campaigns),
  });

type CampaignRequest = { id: number; page: number; state: RecipientState | undefined };

export const campaignQuery = ({ id, ...query }: CampaignRequest) =>
  queryOptions({
    ...adminList("campaign", marketingRoutes.campaign, { params: { id }, query }),
    refetchInterval: ({ state: { data } }) => whileQueued(data && [data.campaign]),
  });

/** Sends a marketing email. `onSent` runs before the lists are reloaded, so that the email cannot be sent twice. */
export function useSendMarketing({ onSent }: { onSent: () => void }) {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: async (input: MarketingInput) =>
      (await request(marketingRoutes.send, { body: input })).queued,
    onSuccess: (queued) => {
      onSent();
      if (queued === 0) toast.warning(t("No emails sent: all recipients have unsubscribed."));
      else toast.success(t("Marketing email sent."));
    },
    onSettled: () => void changed(),
  });
}
