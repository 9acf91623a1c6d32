import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import { lazyPrepared, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { PayoutAccount } from "../../platform/payments/port.ts";
import { creators } from "../creators/index.ts";
import { connectAccounts } from "./tables.ts";

export type AccountRow = typeof connectAccounts.$inferSelect;
/** What is known of an account from its provider. */
export type AccountState = Pick<
  AccountRow,
  "country" | "canSell" | "currentlyDue" | "pastDue" | "restriction" | "platformId" | "unknownSince"
>;

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

/** Returns the current row of a creator, who is locked, and inserts it if there is none. A row without an account takes over another country, which needs another idempotency key. */
export async function claimAccount(
  tx: Transaction,
  { country, ...owner }: Owner & { country: string | null },
): Promise<AccountRow> {
  const current = await findCurrentAccount(tx, owner);
  if (current?.accountId || (current && current.country === country)) return current;
  const [row] = current
    ? await tx
        .update(connectAccounts)
        .set({ country, attempt: current.attempt + 1 })
        .where(eq(connectAccounts.id, current.id))
        .returning()
    : await tx
        .insert(connectAccounts)
        .values({ ...owner, country })
        .returning();
  if (!row) throw new Error("the account was not saved");
  return row;
}

/** Stores that a creator sells on the installation's own account. */
export async function insertOwnAccount(
  tx: Transaction,
  account: Owner & Pick<AccountRow, "accountId"> & AccountState,
): Promise<void> {
  await tx.insert(connectAccounts).values({ ...account, kind: "own" });
}

/** Lists the rows of the installation's own account, one for each creator who sells on it. */
export async function listOwnAccounts(db: Queries, mode: PaymentMode): Promise<AccountRow[]> {
  return db
    .select()
    .from(connectAccounts)
    .where(
      and(eq(connectAccounts.kind, "own"), eq(connectAccounts.mode, mode), isNull(connectAccounts.endedAt)),
    );
}

/** Lists accounts that the provider did not know when they were last read. */
export async function listUnknownAccounts(
  db: Queries,
  { mode, limit }: { mode: PaymentMode; limit: number },
): Promise<AccountRow[]> {
  return db
    .select()
    .from(connectAccounts)
    .where(
      and(
        isNotNull(connectAccounts.unknownSince),
        eq(connectAccounts.mode, mode),
        isNull(connectAccounts.endedAt),
      ),
    )
    .limit(limit);
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

/** Saves the state of an account at the provider. */
export async function saveAccountState(
  tx: Transaction,
  id: string,
  state: Partial<AccountState>,
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

/** Returns which provider a creator has chosen, the current account in a mode, and the provider of an account that can move money which the creator has ever connected, ended ones included. One query, because every payment needs it. */
export async function findChosenAccount(db: Queries, { creatorId, mode }: Owner) {
  const [row] = await chosenAccountOf(db).execute({ creatorId, mode });
  return row;
}

const chosenAccountOf = lazyPrepared((db) => {
  const real = alias(connectAccounts, "real");
  const realOnes = db
    .select({ provider: real.provider })
    .from(real)
    .where(
      and(
        eq(real.creatorId, creators.id),
        ne(real.mode, "sandbox"),
        ne(real.kind, "express"),
        isNotNull(real.accountId),
      ),
    )
    .limit(1);
  return db
    .select({
      paymentProvider: creators.paymentProvider,
      current: connectAccounts,
      realProvider: sql<ProviderName | null>`(${realOnes})`,
    })
    .from(creators)
    .leftJoin(
      connectAccounts,
      and(
        eq(connectAccounts.creatorId, creators.id),
        eq(connectAccounts.mode, sql.placeholder("mode")),
        isNull(connectAccounts.endedAt),
      ),
    )
    .where(eq(creators.id, sql.placeholder("creatorId")))
    .prepare("find_chosen_account");
});

/** Lists creators whose payout account belongs to another mode than this one. */
export async function listAccountsOfOtherModes(
  db: Queries,
  mode: PaymentMode,
  limit: number,
): Promise<number[]> {
  const current = alias(connectAccounts, "current");
  const rows = await db
    .selectDistinct({ id: creators.id })
    .from(creators)
    .innerJoin(connectAccounts, eq(connectAccounts.creatorId, creators.id))
    .leftJoin(
      current,
      and(eq(current.creatorId, creators.id), eq(current.mode, mode), isNull(current.endedAt)),
    )
    .where(sql`${creators.stripeAccountId} is distinct from ${current.accountId}`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The state of an account that was read with the keys of a platform. */
export function stateOf(
  { country, canSell, requirements, restriction }: PayoutAccount,
  platformId: string | null,
): AccountState {
  const { currentlyDue, pastDue } = requirements;
  return { country, canSell, currentlyDue, pastDue, restriction, platformId, unknownSince: null };
}
