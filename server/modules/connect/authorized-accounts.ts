import { and, desc, eq, sql } from "drizzle-orm";
import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { Queries } from "../../platform/database/index.ts";
import { isCurrent, type Owner } from "./repository.ts";
import type { Modes } from "./rules.ts";
import { connectAccounts } from "./tables.ts";

/** Returns a creator's newest account at one provider, even if it has ended. */
export async function findLatestAccount(db: Queries, { creatorId, provider, mode }: Owner) {
  const { createdAt, id, ...columns } = connectAccounts;
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(and(eq(columns.creatorId, creatorId), eq(columns.provider, provider), eq(columns.mode, mode)))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return row;
}

/**
 * Returns whether an existing creator has ever connected the account. Their orders may still need a refund.
 */
export async function isAccountKnown(
  db: Queries,
  { provider, accountId }: { provider: ProviderName; accountId: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: connectAccounts.id })
    .from(connectAccounts)
    .where(and(eq(connectAccounts.accountId, accountId), eq(connectAccounts.provider, provider)))
    .limit(1);
  return rows.length > 0;
}

/** Lists random accounts at providers without account events, so that repeated limited calls reach all of them. */
export async function listAuthorizedAccounts(db: Queries, { modes, limit }: { modes: Modes; limit: number }) {
  return db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.kind, "connected"), isCurrent(connectAccounts, JSON.stringify(modes))))
    .orderBy(sql`random()`)
    .limit(limit);
}
