import { createHash } from "node:crypto";
import type { RenderedMail } from "../../../contract/mails.ts";
import type { Audience, MarketingDraft, RecipientState } from "../../../contract/marketing.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { countAudience, type ExpansionDeps, enqueueAudienceExpansion } from "./audience-expansion.ts";
import { finalizeCampaigns } from "./outcomes.ts";
import { getCampaign, listCampaigns } from "./queries.ts";
import type { RenderMarketing } from "./rendering.ts";
import {
  findRecentCampaign,
  forgetRecipient,
  insertCampaign,
  insertRecipients,
  insertSuppressed,
  lockFingerprint,
  withoutSuppressed,
} from "./repository.ts";
import { queueCampaignSends } from "./sending.ts";
import { hashAddress, readUnsubscribeToken } from "./unsubscribe.ts";

/** The same campaign within this time counts as a double submit: a second click or a retry after a lost response. */
const DOUBLE_SECONDS = 30;

export type CampaignOrder = {
  mail: MarketingDraft;
  /** Null when the campaign has a list of emails. */
  audience: Audience | null;
  /** Empty when the campaign has an audience. */
  addresses: readonly string[];
  createdBy: string;
};

/** Sends marketing emails and manages the suppression list. */
export type Marketing = {
  /** Queues one email per recipient, without those who have unsubscribed. `campaignId` is null for a double submit or when no recipient is left. */
  queueCampaign(
    tx: Transaction,
    order: CampaignOrder,
  ): Promise<{ queued: number; campaignId: number | null }>;
  /** Renders the email for a recipient. */
  preview(mail: MarketingDraft, address: string): Promise<RenderedMail>;
  /** Returns how many users of an audience would receive an email now. */
  countAudience(audience: Audience): Promise<number>;
  listCampaigns(page: number): ReturnType<typeof listCampaigns>;
  /** Returns a campaign and one page of its recipients. Throws 404. */
  getCampaign(wanted: {
    id: number;
    page: number;
    state: RecipientState | undefined;
  }): ReturnType<typeof getCampaign>;
  /** Saves the final counts of finished campaigns. Must run every hour. */
  finalizeCampaigns(): Promise<void>;
  /** Returns whether an unsubscribe token is valid. */
  isValidToken(token: string): boolean;
  /** Adds the email of a token to the suppression list and returns false when the token is invalid. */
  unsubscribe(token: string): Promise<boolean>;
  /** Removes a deleted user's email from every campaign. The suppression list stays unchanged. */
  forgetAddress(tx: Transaction, address: string): Promise<void>;
};

export function createMarketingService(
  deps: { derive: DeriveToken; render: RenderMarketing } & ExpansionDeps,
): Marketing {
  const { render } = deps;
  const { db, jobs, derive, audiences } = deps;
  return {
    async queueCampaign(tx, { mail, audience, addresses, createdBy }) {
      // A job inserts the recipients of an audience, so that neither the response nor locked rows wait for thousands of inserts.
      const recipients = audience === null ? await withoutSuppressed(tx, distinct(addresses)) : [];
      const queued = audience === null ? recipients.length : await countAudience(tx, { audiences, audience });
      if (queued === 0) return { queued, campaignId: null };
      const fingerprint = createHash("sha256")
        .update(JSON.stringify([createdBy, mail, audience, recipients]))
        .digest();
      await lockFingerprint(tx, fingerprint);
      if (await findRecentCampaign(tx, { fingerprint, seconds: DOUBLE_SECONDS })) {
        return { queued, campaignId: null };
      }
      const { subject, body, template, ctaLabel = null, ctaUrl = null } = mail;
      const content = { subject, body, template, ctaLabel, ctaUrl };
      const { id } = await insertCampaign(tx, {
        ...content,
        audience,
        createdBy,
        fingerprint,
        pendingRecipients: audience === null ? 0 : queued,
      });
      if (audience === null) {
        await insertRecipients(tx, { campaignId: id, addresses: recipients });
        await queueCampaignSends(tx, jobs, { campaignId: id, recipients: recipients.length });
      } else {
        await enqueueAudienceExpansion(tx, jobs, { campaignId: id, after: null });
      }
      return { queued, campaignId: id };
    },
    preview: render,
    countAudience: (audience) => countAudience(db, { audiences, audience }),
    listCampaigns: (page) => listCampaigns(db, page),
    getCampaign: (wanted) => getCampaign(db, wanted),
    finalizeCampaigns: () => finalizeCampaigns(db),
    isValidToken: (token) => readUnsubscribeToken(derive, token) !== null,
    async unsubscribe(token) {
      const addressHash = readUnsubscribeToken(derive, token);
      if (!addressHash) return false;
      await insertSuppressed(db, addressHash);
      return true;
    },
    forgetAddress: (tx, address) => forgetRecipient(tx, { address, addressHash: hashAddress(address) }),
  };
}

function distinct(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}
