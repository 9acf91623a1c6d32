import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { PaymentMode } from "../../../contract/connect.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { PayoutAccount } from "../../platform/payments/port.ts";
import { connectAccounts } from "./tables.ts";

export type AccountRow = typeof connectAccounts.$inferSelect;

type Owner = { creatorId: number; mode: PaymentMode };

/** Returns the current account of a creator in a mode; there is at most one. */
export async function findCurrentAccount(
  db: Queries,
  { creatorId, mode }: Owner,
): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(
      and(
        eq(connectAccounts.creatorId, creatorId),
        eq(connectAccounts.mode, mode),
        isNull(connectAccounts.endedAt),
      ),
    );
  return row;
}

/** Returns an account unless it has ended. */
export async function findLiveAccount(db: Queries, id: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.id, id), isNull(connectAccounts.endedAt)));
  return row;
}

/** Lists the rows of an account by the provider's id, without ended ones: several only for the installation's own account. */
export async function listLiveAccounts(db: Queries, accountId: string): Promise<AccountRow[]> {
  return db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.accountId, accountId), isNull(connectAccounts.endedAt)));
}

/** Returns the current row of a creator and inserts it if there is none. Of concurrent requests only one inserts it. */
export async function claimAccount(db: Queries, owner: Owner): Promise<AccountRow> {
  await db.insert(connectAccounts).values(owner).onConflictDoNothing();
  const row = await findCurrentAccount(db, owner);
  if (!row) throw new Error("the account was removed");
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

/** Saves what the provider says about an account. */
export async function saveAccountState(
  tx: Transaction,
  id: string,
  state: Pick<AccountRow, "country" | "canSell" | "currentlyDue" | "pastDue">,
): Promise<void> {
  await tx
    .update(connectAccounts)
    .set({ ...state, revision: sql`${connectAccounts.revision} + 1` })
    .where(eq(connectAccounts.id, id));
}

export async function endAccount(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(connectAccounts)
    .set({ endedAt: sql`now()`, revision: sql`${connectAccounts.revision} + 1` })
    .where(eq(connectAccounts.id, id));
}

/** Returns whether a creator has ever connected an account that can move money, ended ones included. */
export async function hasConnectedRealAccount(db: Queries, creatorId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: connectAccounts.id })
    .from(connectAccounts)
    .where(
      and(
        eq(connectAccounts.creatorId, creatorId),
        ne(connectAccounts.mode, "sandbox"),
        ne(connectAccounts.kind, "express"),
        isNotNull(connectAccounts.accountId),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The state in the form in which the provider reports it. */
export function stateOf({ country, canSell, requirements }: PayoutAccount) {
  const { currentlyDue, pastDue } = requirements;
  return { country, canSell, currentlyDue, pastDue };
}
