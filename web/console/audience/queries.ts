import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type AudienceMember, audienceRoutes } from "../../../contract/api/audience.ts";
import {
  audienceCampaignRoutes,
  type CreatorEmailDraft,
  type CreatorEmailInput,
} from "../../../contract/api/audience-campaigns.ts";
import { type Letter, letterRoutes, letterVersion } from "../../../contract/api/letters.ts";
import type { BodyOf } from "../../../contract/api/route.ts";
import { ApiError, buildUrl, request } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";
import { listQuery } from "../../lib/list-query.ts";
import { ignoreNotFound } from "../ignore-not-found.ts";
import type { AudienceView } from "./audience-view.ts";

const MEMBERS = ["audience"] as const;

/** One page of the creator's audience. */
export const membersQuery = (view: AudienceView) =>
  listQuery([...MEMBERS, view], audienceRoutes.list, { query: view });

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
    ...listQuery([...EMAILS, "sent", page], audienceCampaignRoutes.campaigns, { query: { page } }),
    refetchInterval: ({ state: { data } }) =>
      data?.campaigns.some(({ queued }) => queued > 0) ? POLL_MS : false,
  });

const LETTERS = ["audience-letters"] as const;

/** The drafts and scheduled emails. A scheduled one leaves the list when it is sent. */
export const lettersQuery = queryOptions({
  queryKey: [...LETTERS, "list"],
  queryFn: async ({ signal }) => (await request(letterRoutes.list, { signal })).letters,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.some(({ send_at }) => send_at !== null) ? 60_000 : false),
});

export const letterQuery = (id: number) =>
  queryOptions({
    queryKey: [...LETTERS, id],
    queryFn: async ({ signal }) => (await request(letterRoutes.read, { params: { id }, signal })).letter,
    enabled: id > 0,
  });

/** Saves a new draft, or changes one unless it was changed elsewhere. */
export function useSaveLetter() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      letter,
      body,
    }: {
      letter: Letter | null;
      body: BodyOf<typeof letterRoutes.update>;
    }) => {
      const saved = letter
        ? await request(letterRoutes.update, {
            params: { id: letter.id },
            body,
            version: letterVersion(letter),
          })
        : await request(letterRoutes.create, { body });
      return saved.letter;
    },
    onSuccess: (letter) => queryClient.setQueryData(letterQuery(letter.id).queryKey, letter),
    onSettled: () => queryClient.invalidateQueries({ queryKey: lettersQuery.queryKey }),
  });
}

export function useDeleteLetter() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Letter) => ignoreNotFound(request(letterRoutes.remove, { params: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LETTERS }),
  });
}

/** A sent email with the figures of its links. */
export const sentEmailQuery = (id: number) =>
  queryOptions({
    queryKey: [...EMAILS, "one", id],
    queryFn: async ({ signal }) =>
      (await request(audienceCampaignRoutes.campaign, { params: { id }, signal })).campaign,
    staleTime: 0,
  });

/** Publishes the page of an email, or makes it unlisted. */
export function usePublishEmail(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (published: boolean) =>
      request(audienceCampaignRoutes.publish, { params: { id }, body: { published } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: EMAILS }),
  });
}

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
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: EMAILS }),
        queryClient.invalidateQueries({ queryKey: lettersQuery.queryKey }),
      ]),
  });
}

/** True when an email was not sent because the same one was a short time ago. */
export const isSentAlready = (error: Error | null): boolean =>
  error instanceof ApiError && error.body?.code === "marketing.sent_already";

/** Sends the email to the creator alone. */
export function useSendTest(email: string) {
  return useMutation({
    mutationFn: ({ again: _again, letterId: _draft, ...email }: CreatorEmailInput) =>
      request(audienceCampaignRoutes.test, { body: email }),
    onSuccess: () => toast.success(`Test email sent to ${email}.`),
  });
}

export const peopleCount = (count: number) => formatCount(count, ["person", "people"]);
