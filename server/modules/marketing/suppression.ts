import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import { type campaignRecipients, creatorSuppressions, suppressedAddresses } from "./tables.ts";
import { hashEmail } from "./unsubscribe.ts";

/** The owner of a list of unsubscribed emails: a creator, or the administrators (null). */
type SuppressionList = { creatorId: number | null };

/** Returns the condition that an email's hash is on the list. */
export const isListed = (
  { creatorId }: SuppressionList,
  hash: SQL | typeof campaignRecipients.addressHash,
): SQL =>
  creatorId === null
    ? sql`exists (select from ${suppressedAddresses} where ${suppressedAddresses.addressHash} = ${hash})`
    : sql`exists (select from ${creatorSuppressions} where ${creatorSuppressions.creatorId} = ${creatorId}
        and ${creatorSuppressions.addressHash} = ${hash})`;

/** Returns the emails that are not unsubscribed, in their order. */
export async function withoutSuppressed(db: Queries, addresses: readonly string[], list: SuppressionList) {
  if (addresses.length === 0) return [];
  const { rows } = await db.execute<{ address: string }>(sql`
    select address from json_array_elements_text(${JSON.stringify(addresses)}::json) with ordinality as g (address, place)
    where not ${isListed(list, sql`sha256(convert_to(lower(address), 'UTF8'))`)} order by place`);
  return rows.map(({ address }) => address);
}

/** Counts the emails of a query that are not unsubscribed. The query selects the column `email`. */
export async function countReachable(db: Queries, addresses: SQL, list: SuppressionList): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) from (${addresses}) as candidates
    where not ${isListed(list, sql`sha256(convert_to(lower(candidates.email), 'UTF8'))`)}`);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Unsubscribes an email. Returns whether it was subscribed before. Does nothing if the creator is deleted.
 */
export async function insertSuppressed(
  db: Queries,
  { addressHash, creatorId }: { addressHash: Buffer } & SuppressionList,
): Promise<boolean> {
  const { rowCount } =
    creatorId === null
      ? await db.insert(suppressedAddresses).values({ addressHash }).onConflictDoNothing()
      : await db.execute(sql`insert into creator_suppressions (creator_id, address_hash)
          select id, ${addressHash} from ${creators} where id = ${creatorId} for key share on conflict do nothing`);
  return (rowCount ?? 0) > 0;
}

/** Returns whether an email is unsubscribed from a creator's news. */
export async function isSuppressed(
  db: Queries,
  { creatorId, address }: { creatorId: number; address: string },
): Promise<boolean> {
  const { creatorId: owner, addressHash } = creatorSuppressions;
  return (
    (await db.$count(creatorSuppressions, and(eq(owner, creatorId), eq(addressHash, hashEmail(address))))) > 0
  );
}
