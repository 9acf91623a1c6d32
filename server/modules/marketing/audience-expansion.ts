import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "../../../contract/marketing.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job, Jobs } from "../../platform/jobs/port.ts";
import {
  countReachable,
  insertRecipients,
  lockCampaign,
  setPendingRecipients,
  withoutSuppressed,
} from "./repository.ts";
import { AT_A_TIME, queueSends } from "./sending.ts";

/** Lists the users of an audience; another module implements it. */
export type Audiences = {
  /** Returns a query of the emails, in the column `email`. */
  query(audience: Audience): SQL;
  /** Returns the next users after an id and locks them against deletion until the transaction ends. */
  list(
    tx: Transaction,
    wanted: { audience: Audience; after: string | null; limit: number },
  ): Promise<{ id: string; email: string }[]>;
};

/** Inserts the users of an audience as recipients in batches and enqueues a job for each email. */
const EXPANSION_JOB = "marketing.fill";
const ExpansionJob = z.object({ campaignId: z.number(), after: z.uuid().nullable() });

export type ExpansionDeps = { db: Database; jobs: Jobs; audiences: Audiences };

export const audienceExpansionJob = ({ db, jobs, audiences }: ExpansionDeps): Job =>
  defineJob({
    name: EXPANSION_JOB,
    payload: ExpansionJob,
    handler: ({ data: { campaignId, after } }) =>
      inTransaction(db, async (tx) => {
        const campaign = await lockCampaign(tx, campaignId);
        if (!campaign?.audience) return;
        const people = await audiences.list(tx, { audience: campaign.audience, after, limit: AT_A_TIME });
        const last = people.at(-1);
        // The remaining count is set to 0, because users may have been created or deleted since they were counted.
        if (last === undefined) return setPendingRecipients(tx, campaignId, 0);
        const addresses = await withoutSuppressed(
          tx,
          people.map(({ email }) => email.toLowerCase()),
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

/** Returns how many users of an audience would receive an email now. */
export function countAudience(
  db: Queries,
  { audiences, audience }: { audiences: Audiences; audience: Audience },
): Promise<number> {
  return countReachable(db, audiences.query(audience));
}
