import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { z } from "zod";
import {
  AudienceFilter,
  type AudienceMember,
  type AudienceSource,
  audienceRoutes,
} from "../../../contract/api/audience.ts";
import { audienceCampaignRoutes, type CreatorEmailInput } from "../../../contract/api/audience-campaigns.ts";
import { type Letter, letterRoutes, letterVersion } from "../../../contract/api/letters.ts";
import type { BodyOf } from "../../../contract/api/route.ts";
import { t } from "../../../contract/texts.ts";
import { buildUrl, request } from "../../lib/api.ts";
import { freshQuery, listQuery } from "../../lib/list-query.ts";
import { UrlPage, UrlSearch } from "../../lib/use-url-state.ts";
import { whileQueued } from "../../widgets/email/queries.ts";
import { ignoreNotFound } from "../editing/ignore-not-found.ts";

/** The filter of the list of emails, in the URL. */
export const AudienceView = z.object({
  filter: AudienceFilter.catch("all"),
  search: UrlSearch,
  page: UrlPage,
});
export type AudienceView = z.output<typeof AudienceView>;

/** The key of the lists of members. */
export const MEMBERS = ["audience"] as const;

/** A page of the creator's audience. */
export const membersQuery = (view: AudienceView) =>
  listQuery([...MEMBERS, view], audienceRoutes.list, { query: view });

export const MEMBER_SOURCES: Readonly<Record<AudienceSource, string>> = {
  signup: t("Signup"),
  order: t("Order"),
  import: t("Import"),
};

/** Returns the URL of all matching emails as CSV. */
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

/** The creator's sending limits. */
export const sendingQuery = freshQuery([...EMAILS, "sending"], audienceCampaignRoutes.sending, {});

/** Chooses whether readers answer to the email of the account. */
export function useSaveReplies() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (toAccount: boolean) => request(audienceCampaignRoutes.saveReplies, { body: { toAccount } }),
    onSuccess: (saved) => queryClient.setQueryData(sendingQuery.queryKey, saved),
  });
}

export const sentEmailsQuery = (page: number) =>
  queryOptions({
    ...listQuery([...EMAILS, "sent", page], audienceCampaignRoutes.campaigns, { query: { page } }),
    refetchInterval: ({ state: { data } }) => whileQueued(data?.campaigns),
  });

const LETTERS = ["audience-letters"] as const;

/** Drafts and scheduled emails. A scheduled one leaves the list when it is sent. */
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

type Saving = { letter: Letter | null; body: BodyOf<typeof letterRoutes.update> };

/** Saves a new draft, or an existing one unless it was changed elsewhere. */
export function useSaveLetter() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ letter, body }: Saving) => {
      if (!letter) return (await request(letterRoutes.create, { body })).letter;
      const options = { params: { id: letter.id }, body, version: letterVersion(letter) };
      return (await request(letterRoutes.update, options)).letter;
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
  freshQuery([...EMAILS, "one", id], audienceCampaignRoutes.campaign, { params: { id } });

/** Publishes or unlists the page of an email. */
export function usePublishEmail(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (published: boolean) =>
      request(audienceCampaignRoutes.publish, { params: { id }, body: { published } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: EMAILS }),
  });
}

/** Sends an email to the audience. `onSent` runs before the lists are reloaded, so that the email cannot be sent twice. */
export function useSendEmail({ onSent }: { onSent: () => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: CreatorEmailInput) =>
      (await request(audienceCampaignRoutes.send, { body: input })).queued,
    onSuccess: (queued) => {
      onSent();
      toast.success(t("Email sent to {count, plural, one {# person} other {# people}}.", { count: queued }));
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: EMAILS }),
        queryClient.invalidateQueries({ queryKey: lettersQuery.queryKey }),
      ]),
  });
}

/** Sends the email to the creator only. */
export function useSendTest(email: string) {
  return useMutation({
    mutationFn: ({ again: _again, letterId: _draft, ...email }: CreatorEmailInput) =>
      request(audienceCampaignRoutes.test, { body: email }),
    onSuccess: () => toast.success(t("Test email sent to {email}.", { email })),
  });
}

export const peopleCount = (count: number) =>
  t("{count, plural, one {# person} other {# people}}", { count });
