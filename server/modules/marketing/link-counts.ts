import { asc, inArray } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { campaignLinkCounts } from "./tables.ts";

export async function insertLinks(
  tx: Transaction,
  campaignId: number,
  links: readonly { url: string; clicks?: number }[],
): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map((link, index) => ({ campaignId, place: index + 1, ...link }));
  await tx.insert(campaignLinkCounts).values(rows);
}

/** Returns the links of campaigns with their clicks, in order. */
export function listLinks(db: Queries, campaignIds: readonly number[]) {
  return db
    .select()
    .from(campaignLinkCounts)
    .where(inArray(campaignLinkCounts.campaignId, [...campaignIds]))
    .orderBy(asc(campaignLinkCounts.campaignId), asc(campaignLinkCounts.place));
}
