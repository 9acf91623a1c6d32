import { inArray, or, sql } from "drizzle-orm";
import { text } from "../../../contract/texts.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { Counts } from "./repository.ts";
import { campaignRecipients } from "./tables.ts";

/** Reasons for skipping a queued email although its recipient wants it. */
export const STOPPED = {
  offline: text("The page of this creator is offline."),
  byAdministrator: text("An administrator has stopped the emails of this creator."),
} as const;

/**
 * Returns the problem of finished campaigns: why one was stopped midway, or the mail server's first rejection
 * if it reached nobody. Omits campaigns without one.
 */
export async function findProblems(db: Queries, campaigns: readonly ({ id: number } & Counts)[]) {
  const found = new Map<number, string>();
  const ended = campaigns.filter(({ queued, failed, skipped }) => queued === 0 && failed + skipped > 0);
  if (ended.length === 0) return found;
  const { campaignId, id, reason, state } = campaignRecipients;
  const isStopped = inArray(reason, Object.values(STOPPED));
  const rows = await db
    .selectDistinctOn([campaignId], { campaignId, reason, isStopped: sql<boolean>`${isStopped}` })
    .from(campaignRecipients)
    .where(
      sql`${inArray(
        campaignId,
        ended.map((each) => each.id),
      )} and ${or(isStopped, sql`${state} = 'failed' and ${reason} is not null`)}`,
    )
    .orderBy(campaignId, sql`${isStopped} desc`, id);
  for (const row of rows) {
    const hasReached = ended.some((each) => each.id === row.campaignId && each.sent > 0);
    if (row.reason !== null && (row.isStopped || !hasReached)) found.set(row.campaignId, row.reason);
  }
  return found;
}
