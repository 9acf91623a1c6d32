import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Requirements } from "../../platform/payments/port.ts";
import { connectAccounts } from "./tables.ts";

export type AccountRow = typeof connectAccounts.$inferSelect;

/** Returns the current account of a creator, who has at most one. */
export async function findCurrentAccount(db: Queries, creatorId: number): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.creatorId, creatorId), isNull(connectAccounts.endedAt)));
  return row;
}

/** Returns an account by the provider's id unless it has ended. */
export async function findLiveAccount(db: Queries, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.accountId, accountId), isNull(connectAccounts.endedAt)));
  return row;
}

/** Returns the current row of a creator and inserts it if there is none. Of concurrent requests only one inserts it. */
export async function claimAccount(db: Queries, creatorId: number): Promise<AccountRow> {
  await db.insert(connectAccounts).values({ creatorId }).onConflictDoNothing();
  const row = await findCurrentAccount(db, creatorId);
  if (!row) throw new Error("the account went away");
  return row;
}

/** Stores the provider's account id unless the row has one, and returns the id that applies. */
export async function setAccountIdOnce(tx: Transaction, id: string, accountId: string): Promise<string> {
  const [row] = await tx
    .update(connectAccounts)
    .set({ accountId: sql`coalesce(${connectAccounts.accountId}, ${accountId})` })
    .where(eq(connectAccounts.id, id))
    .returning({ accountId: connectAccounts.accountId });
  return row?.accountId ?? accountId;
}

/** Records that the provider rejected this attempt. Several requests with the same error count once. */
export async function setCreationFailed(
  db: Queries,
  { id, attempt }: Pick<AccountRow, "id" | "attempt">,
): Promise<void> {
  await db
    .update(connectAccounts)
    .set({ attempt: attempt + 1 })
    .where(and(eq(connectAccounts.id, id), eq(connectAccounts.attempt, attempt)));
}

export async function saveRequirements(tx: Transaction, id: string, due: Requirements): Promise<void> {
  await tx
    .update(connectAccounts)
    .set({ ...due, revision: sql`${connectAccounts.revision} + 1` })
    .where(eq(connectAccounts.id, id));
}

export async function endAccount(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(connectAccounts)
    .set({ endedAt: sql`now()`, revision: sql`${connectAccounts.revision} + 1` })
    .where(eq(connectAccounts.id, id));
}
