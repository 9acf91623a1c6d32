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

/** A second click, or a repeat after a lost answer; on purpose nobody sends the same again so soon. */
const DOUBLE_SECONDS = 30;

export type CampaignOrder = {
  mail: MarketingDraft;
  /** Null when it goes to addresses. */
  audience: Audience | null;
  /** Empty when it goes to an audience. */
  addresses: readonly string[];
  createdBy: string;
};

/** Mails to many, and who wants none. */
export type Marketing = {
  /** Queues a mail to each address once, those who unsubscribed left out. `campaignId` is null when it is a double submit or nobody is left. */
  queueCampaign(
    tx: Transaction,
    order: CampaignOrder,
  ): Promise<{ queued: number; campaignId: number | null }>;
  /** The mail as it would reach an address. */
  preview(mail: MarketingDraft, address: string): Promise<RenderedMail>;
  /** How many people of an audience a mail would reach now. */
  countAudience(audience: Audience): Promise<number>;
  listCampaigns(page: number): ReturnType<typeof listCampaigns>;
  /** Throws 404. */
  getCampaign(wanted: {
    id: number;
    page: number;
    state: RecipientState | undefined;
  }): ReturnType<typeof getCampaign>;
  /** Writes down what became of campaigns that are over. Due every hour. */
  finalizeCampaigns(): Promise<void>;
  /** True when a token leads out of the list. */
  isValidToken(token: string): boolean;
  /** Sends no more to the address of a token; false when we did not make it. */
  unsubscribe(token: string): Promise<boolean>;
  /** Takes a deleted person's address out of every campaign; what they unsubscribed from stays so. */
  forgetAddress(tx: Transaction, address: string): Promise<void>;
};

export function createMarketingService(
  deps: { derive: DeriveToken; render: RenderMarketing } & ExpansionDeps,
): Marketing {
  const { render } = deps;
  const { db, jobs, derive, audiences } = deps;
  return {
    async queueCampaign(tx, { mail, audience, addresses, createdBy }) {
      // Thousands of an audience are written down by a job: no answer, and nobody's row, waits for them.
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
