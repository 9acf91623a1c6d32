import type { Audience } from "../../../contract/api/marketing.ts";
import { DOUBLE_HOURS } from "../../../contract/rules/limits.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { findCreatorById, visibleBranding } from "../creators/index.ts";
import {
  countReaders,
  type ExpansionDeps,
  enqueueAudienceExpansion,
  type Readers,
} from "./audience-expansion.ts";
import { fingerprintOf, linksOf, pageOf } from "./campaign-values.ts";
import { errors } from "./errors.ts";
import { insertLinks } from "./link-counts.ts";
import { finalizeCampaigns, type OutcomeDeps } from "./outcomes.ts";
import { getCampaign, listCampaigns } from "./queries.ts";
import type { CampaignContent, RenderMarketing } from "./rendering.ts";
import {
  countSentToday,
  countUnsubscribed,
  deleteRecipientsOf,
  eraseRecipient,
  findRecentCampaign,
  insertCampaign,
  insertRecipients,
  lockFingerprint,
} from "./repository.ts";
import { queueCampaignSends, type SendDeps } from "./sending.ts";
import { sentEmails } from "./sent-emails.ts";
import { insertSuppressed, isSuppressed, withoutSuppressed } from "./suppression.ts";
import { enqueueTestEmail, type TestEmail } from "./test-email.ts";
import { hashEmail, readUnsubscribeToken } from "./unsubscribe.ts";

/**
 * Within this time, the same campaign by the same user counts as a double submit, such as a second click or a
 * retry after a lost response.
 */
const DOUBLE_SECONDS = 30;

export type CampaignOrder = {
  /** A creator's content goes to that creator's audience. */
  mail: CampaignContent;
  /** Null if the campaign has a list of emails, or goes to a creator's audience. */
  audience: Audience | null;
  /** Empty if the campaign has an audience. */
  addresses: readonly string[];
  createdBy: string;
  /** True if the sender has confirmed that the campaign repeats one of the last hours. */
  again?: boolean | undefined;
  /** True if a schedule sends it, which cannot be a double click. */
  isScheduled?: true;
};

export type Marketing = ReturnType<typeof createMarketingService>;

/** Sends marketing emails and manages the suppression list. */
export function createMarketingService(
  deps: {
    derive: DeriveToken;
    render: RenderMarketing;
    publicUrl: string;
    hosts: Pick<Hosts, "mainOf">;
    pageInvalidations: Pick<PageInvalidations, "publish">;
    /** Removes an unsubscribed email from a creator's audience. */
    leaveAudience(tx: Transaction, left: { creatorId: number; addressHash: Buffer }): Promise<void>;
  } & Pick<SendDeps, "findReaderLanguage"> &
    ExpansionDeps &
    OutcomeDeps,
) {
  const { db, jobs, derive, audiences, render } = deps;
  return {
    /**
     * Queues one email per recipient who has not unsubscribed. `campaignId` is null for a double submit, or
     * if no recipient is left.
     */
    async queueCampaign(tx: Transaction, order: CampaignOrder) {
      const { mail, audience, addresses, createdBy } = order;
      const creatorId = mail.creator?.id ?? null;
      const readers = creatorId === null ? audience && { audience } : { creatorId };
      // For an audience, a job inserts the recipients: thousands of inserts would delay the response and hold
      // locks.
      const recipients = readers ? [] : await withoutSuppressed(tx, distinct(addresses), { creatorId });
      const queued = readers ? await countReaders(tx, { audiences, readers }) : recipients.length;
      if (queued === 0) return { queued, campaignId: null };
      const fingerprint = fingerprintOf(order, recipients);
      if ((await findDouble(tx, order, fingerprint)) !== null) return { queued, campaignId: null };
      const { subject, body, template = null, ctaLabel = null, ctaUrl = null } = mail;
      const content = { subject, body, template, ctaLabel, ctaUrl };
      const { id } = await insertCampaign(tx, {
        ...content,
        ...(mail.creator && pageOf(mail, deps.publicUrl)),
        creatorId,
        audience,
        createdBy,
        fingerprint,
        recipientCount: queued,
        pendingRecipients: readers ? queued : 0,
      });
      if (creatorId !== null) await insertLinks(tx, id, linksOf(mail));
      if (readers) {
        await enqueueAudienceExpansion(tx, jobs, { campaignId: id, after: null });
      } else {
        await insertRecipients(tx, { campaignId: id, addresses: recipients });
        await queueCampaignSends(tx, jobs, { campaignId: id, recipients: recipients.length });
      }
      return { queued, campaignId: id };
    },
    /**
     * Returns the number of recipients if an equal campaign to the audience was sent just now, or null.
     * Throws 409 for an unconfirmed repetition within the last hours.
     */
    findDouble: (tx: Transaction, order: CampaignOrder) => findDouble(tx, order, fingerprintOf(order, [])),
    /** Renders the email for a recipient. */
    preview: render,
    /** Queues an email only to its author, as recipients would receive it. */
    queueTestEmail: (tx: Transaction, email: TestEmail) => enqueueTestEmail(tx, jobs, email),
    /** Returns the number of readers who would receive an email now. */
    countReaders: (readers: Readers, queries: Queries = db) => countReaders(queries, { audiences, readers }),
    /** Counts a creator's emails of the last day, and their recipients. */
    countSentToday: (creatorId: number, queries: Queries = db) => countSentToday(queries, creatorId),
    listCampaigns: (page: number) => listCampaigns(db, page),
    ...sentEmails(deps),
    /** Returns a campaign and one page of its recipients. Throws 404. */
    getCampaign: (query: Parameters<typeof getCampaign>[1]) => getCampaign(db, query),
    /** Saves the final counts of finished campaigns. Must run every hour. */
    finalizeCampaigns: () => finalizeCampaigns(deps),
    /**
     * Returns the sender of a token: a creator's name and branding with the reader's language, null for the
     * administrators, or undefined if the token is invalid.
     */
    findSender: (token: string) => findSender(deps, token),
    /** Unsubscribes the email of a token. Returns false if the token is invalid. */
    async unsubscribe(token: string) {
      const found = readUnsubscribeToken(derive, token);
      if (!found) return false;
      const { addressHash, creatorId } = found;
      await inTransaction(db, async (tx) => {
        const isNew = await insertSuppressed(tx, found);
        if (creatorId === null) return;
        if (isNew) await countUnsubscribed(tx, { creatorId, addressHash });
        await deps.leaveAudience(tx, { creatorId, addressHash });
      });
      return true;
    },
    /** Returns whether an email is unsubscribed from a creator's news. */
    isSuppressed,
    /** Returns the emails that are not unsubscribed from a creator's news. */
    withoutSuppressed,
    /** Deletes the recipients of a creator's emails. */
    eraseCreator: deleteRecipientsOf,
    /**
     * Removes a deleted user's email from every campaign, or from one creator's. Keeps the suppression lists.
     */
    eraseEmail: (tx: Transaction, address: string, creatorId?: number) =>
      eraseRecipient(tx, {
        address,
        addressHash: hashEmail(address),
        ...(creatorId === undefined
          ? { why: "The account was deleted." }
          : { why: "Deleted from the audience.", creatorId }),
      }),
  };
}

type SenderDeps = Pick<
  Parameters<typeof createMarketingService>[0],
  "db" | "derive" | "findReaderLanguage" | "publicUrl"
>;

async function findSender({ db, derive, findReaderLanguage, publicUrl }: SenderDeps, token: string) {
  const found = readUnsubscribeToken(derive, token);
  if (!found) return undefined;
  const { addressHash } = found;
  const creator = found.creatorId === null ? undefined : await findCreatorById(db, found.creatorId);
  if (!creator) return { creator: null };
  const language = await findReaderLanguage(db, { creatorId: creator.id, addressHash });
  return {
    creator: creator.displayName,
    ...visibleBranding(creator, publicUrl),
    pageLanguage: language ?? creator.language,
  };
}

/**
 * Returns the number of recipients if the same user sent an equal campaign just now, or null. Concurrent
 * transactions with the same campaign wait for this one. Throws 409.
 */
async function findDouble(
  tx: Transaction,
  { createdBy, again, isScheduled }: CampaignOrder,
  fingerprint: Buffer,
): Promise<number | null> {
  await lockFingerprint(tx, fingerprint);
  const found = await findRecentCampaign(tx, { fingerprint, hours: DOUBLE_HOURS });
  if (!found) return null;
  const isMomentAgo = found.createdBy === createdBy && found.secondsAgo < DOUBLE_SECONDS;
  if (isMomentAgo && !isScheduled) return found.recipientCount;
  if (!again) throw errors.sentAlready({ hours: DOUBLE_HOURS });
  return null;
}

const distinct = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => address.toLowerCase())),
];
