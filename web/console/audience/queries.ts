import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type AudienceMember, audienceRoutes } from "../../../contract/api/audience.ts";
import {
  audienceCampaignRoutes,
  type CreatorEmailDraft,
  type CreatorEmailInput,
} from "../../../contract/api/audience-campaigns.ts";
import { buildUrl, request } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";
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

const EMAILS = ["audience-emails"] as const;
/** How often the progress of an email is read while it is being sent. */
const POLL_MS = 2_000;

/** What the creator may send now. */
export const sendingQuery = queryOptions({
  queryKey: [...EMAILS, "sending"],
  queryFn: ({ signal }) => request(audienceCampaignRoutes.sending, { signal }),
  staleTime: 0,
});

export const emailPreviewQuery = (draft: CreatorEmailDraft) =>
  queryOptions({
    queryKey: ["audience-email-preview", draft],
    queryFn: ({ signal }) => request(audienceCampaignRoutes.preview, { body: draft, signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });

export const sentEmailsQuery = (page: number) =>
  queryOptions({
    queryKey: [...EMAILS, "sent", page],
    queryFn: ({ signal }) => request(audienceCampaignRoutes.campaigns, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.campaigns.some(({ queued }) => queued > 0) ? POLL_MS : false,
  });

/** Sends an email to the audience. `onSent` runs together with the toast: an email that was sent must not look as if it could be sent again. */
export function useSendEmail({ onSent }: { onSent: () => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: CreatorEmailInput) =>
      (await request(audienceCampaignRoutes.send, { body: input })).queued,
    onSuccess: (queued) => {
      onSent();
      toast.success(`Email sent to ${peopleCount(queued)}.`);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: EMAILS }),
  });
}

/** Sends the email to the creator alone. */
export function useSendTest(email: string) {
  return useMutation({
    mutationFn: (input: CreatorEmailInput) => request(audienceCampaignRoutes.test, { body: input }),
    onSuccess: () => toast.success(`Test email sent to ${email}.`),
  });
}

export const peopleCount = (count: number) => formatCount(count, ["person", "people"]);
