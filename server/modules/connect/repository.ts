import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Requirements } from "../../platform/payments/port.ts";
import { connectAccounts } from "./tables.ts";

export type AccountRow = typeof connectAccounts.$inferSelect;

/** The account that counts now: at most one a creator. */
export async function findCurrentAccount(db: Queries, creatorId: number): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.creatorId, creatorId), isNull(connectAccounts.endedAt)));
  return row;
}

/** By the provider's id; an account that has ended stays ended. */
export async function findLiveAccount(db: Queries, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.accountId, accountId), isNull(connectAccounts.endedAt)));
  return row;
}

/** The current row of a creator, made if there is none: of any number at once, one makes it. */
export async function claimAccount(db: Queries, creatorId: number): Promise<AccountRow> {
  await db.insert(connectAccounts).values({ creatorId }).onConflictDoNothing();
  const row = await findCurrentAccount(db, creatorId);
  if (!row) throw new Error("the account went away");
  return row;
}

/** Keeps the first account that the provider gave, and tells which. */
export async function keepAccountId(tx: Transaction, id: string, accountId: string): Promise<string> {
  const [row] = await tx
    .update(connectAccounts)
    .set({ accountId: sql`coalesce(${connectAccounts.accountId}, ${accountId})` })
    .where(eq(connectAccounts.id, id))
    .returning({ accountId: connectAccounts.accountId });
  return row?.accountId ?? accountId;
}

/** The provider answered this attempt with an error. Of several requests that met the same error, one counts. */
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
