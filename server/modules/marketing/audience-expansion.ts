import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "../../../contract/api/marketing.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job, Jobs } from "../../platform/jobs/port.ts";
import { type CampaignRow, insertRecipients, lockCampaign, setPendingRecipients } from "./repository.ts";
import { AT_A_TIME, queueSends } from "./sending.ts";
import { countReachable, withoutSuppressed } from "./suppression.ts";

/** The readers of a campaign: users of the installation, or a creator's own audience. */
export type Readers = { audience: Audience } | { creatorId: number };

/** Lists the readers of an audience. Other modules implement it. */
export type Audiences = {
  /** Returns a query of the emails, in the column `email`. */
  query(readers: Readers): SQL;
  /** Returns the next readers after an id and locks them against deletion until the transaction ends. */
  list(
    tx: Transaction,
    range: { readers: Readers; after: string | null; limit: number },
  ): Promise<{ id: string; email: string }[]>;
};

/** Returns the readers of a campaign, or null if it has a list of emails. */
const readersOf = ({ audience, creatorId }: CampaignRow): Readers | null =>
  creatorId !== null ? { creatorId } : audience && { audience };

const creatorOf = (readers: Readers) => ("creatorId" in readers ? readers.creatorId : null);

/** Inserts an audience's readers as recipients in batches, and enqueues a job for each email. */
const EXPANSION_JOB = "marketing.fill";
const ExpansionJob = z.object({ campaignId: z.number(), after: z.string().nullable() });

export type ExpansionDeps = { db: Database; jobs: Jobs; audiences: Audiences };

export const audienceExpansionJob = ({ db, jobs, audiences }: ExpansionDeps): Job =>
  defineJob({
    name: EXPANSION_JOB,
    payload: ExpansionJob,
    handler: ({ data: { campaignId, after } }) =>
      inTransaction(db, async (tx) => {
        const campaign = await lockCampaign(tx, campaignId);
        const readers = campaign && readersOf(campaign);
        if (!readers) return;
        // Stop at the number that was counted against the creator's daily limits, even if more readers have
        // confirmed since.
        const left = "creatorId" in readers ? campaign.pendingRecipients : AT_A_TIME;
        const members = await audiences.list(tx, { readers, after, limit: Math.min(AT_A_TIME, left) });
        const last = members.at(-1);
        // Set the remaining count to 0, because users may have been created or deleted since they were
        // counted.
        if (last === undefined) return setPendingRecipients(tx, campaignId, 0);
        const addresses = await withoutSuppressed(
          tx,
          members.map(({ email }) => email.toLowerCase()),
          campaign,
        );
        const ids = await insertRecipients(tx, { campaignId, addresses });
        await setPendingRecipients(tx, campaignId, Math.max(0, campaign.pendingRecipients - ids.length));
        await queueSends(tx, jobs, { ids, lane: "many" });
        await enqueueAudienceExpansion(tx, jobs, { campaignId, after: last.id });
      }),
  });

export function enqueueAudienceExpansion(
  tx: Transaction,
  jobs: Jobs,
  data: z.infer<typeof ExpansionJob>,
): Promise<void> {
  return jobs.enqueue(tx, { name: EXPANSION_JOB, key: `${data.campaignId} ${data.after}`, data });
}

/** Returns the number of readers who would receive an email now. */
export function countReaders(
  db: Queries,
  { audiences, readers }: { audiences: Audiences; readers: Readers },
): Promise<number> {
  return countReachable(db, audiences.query(readers), { creatorId: creatorOf(readers) });
}
