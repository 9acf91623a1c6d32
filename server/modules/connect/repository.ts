import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import { first, lazyPrepared, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { PayoutAccount } from "../../platform/payments/port.ts";
import { creators } from "../creators/index.ts";
import type { Modes } from "./rules.ts";
import { connectAccounts } from "./tables.ts";

export type AccountRow = typeof connectAccounts.$inferSelect;
/** The provider's data of an account. */
export type AccountState = Pick<
  AccountRow,
  "country" | "canSell" | "currentlyDue" | "pastDue" | "restriction" | "platformId" | "unknownSince"
>;

export type Owner = { creatorId: number; provider: ProviderName; mode: PaymentMode };
type Current = { creatorId: number; modes: Modes };

/** Returns the condition that an account has not ended and has its provider's current mode. */
export const isCurrent = (account: Record<"mode" | "provider" | "endedAt", AnyPgColumn>, modes: unknown) =>
  and(sql`${account.mode} = ${modes}::jsonb ->> ${account.provider}`, isNull(account.endedAt));

/**
 * Returns a creator's current account, of which there is at most one per provider. The chosen provider's
 * comes first.
 */
export async function findCurrentAccount(db: Queries, { creatorId, modes }: Current) {
  const [row] = await db
    .select({ account: connectAccounts })
    .from(connectAccounts)
    .innerJoin(creators, eq(creators.id, connectAccounts.creatorId))
    .where(and(eq(connectAccounts.creatorId, creatorId), isCurrent(connectAccounts, JSON.stringify(modes))))
    .orderBy(chosenFirst(connectAccounts))
    .limit(1);
  return row?.account;
}

const chosenFirst = ({ provider }: { provider: AnyPgColumn }) =>
  sql`${provider} = ${creators.paymentProvider} desc`;

/** Returns the current account of a creator at one provider. */
async function findAccountAt(tx: Transaction, owner: Owner): Promise<AccountRow | undefined> {
  const modes = { [owner.provider]: owner.mode };
  return findCurrentAccount(tx, { creatorId: owner.creatorId, modes });
}

export const findLiveAccount = (db: Queries, id: string) =>
  db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.id, id), isNull(connectAccounts.endedAt)))
    .then(first);

/**
 * Lists the current rows of an account by the provider's id. Only the installation's own account can have
 * several.
 */
export async function listLiveAccounts(
  db: Queries,
  { provider, id }: { provider?: ProviderName; id: string },
): Promise<AccountRow[]> {
  return db
    .select()
    .from(connectAccounts)
    .where(
      and(
        eq(connectAccounts.accountId, id),
        provider && eq(connectAccounts.provider, provider),
        isNull(connectAccounts.endedAt),
      ),
    );
}

/**
 * Returns a creator's current row, or inserts one. A row without an account takes another country, which
 * needs another idempotency key. The caller has locked the creator.
 */
export async function claimAccount(
  tx: Transaction,
  { country, ...owner }: Owner & { country: string | null },
): Promise<AccountRow> {
  const current = await findAccountAt(tx, owner);
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

/** Stores an existing account, which is the installation's own or one that a creator has connected. */
export async function insertExistingAccount(
  tx: Transaction,
  account: Owner & Pick<AccountRow, "accountId" | "kind"> & AccountState,
): Promise<void> {
  await tx.insert(connectAccounts).values(account);
}

/** Lists the rows of the installation's own accounts, one for each creator who sells on them. */
export async function listOwnAccounts(db: Queries, modes: Modes): Promise<AccountRow[]> {
  return db
    .select()
    .from(connectAccounts)
    .where(and(eq(connectAccounts.kind, "own"), isCurrent(connectAccounts, JSON.stringify(modes))));
}

/** Lists accounts that the provider did not know when they were last read. */
export async function listUnknownAccounts(db: Queries, { modes, limit }: { modes: Modes; limit: number }) {
  return db
    .select()
    .from(connectAccounts)
    .where(and(isNotNull(connectAccounts.unknownSince), isCurrent(connectAccounts, JSON.stringify(modes))))
    .limit(limit);
}

/** Stores the provider's account id unless the row has one. Returns the stored id. */
export async function setAccountIdOnce(tx: Transaction, id: string, accountId: string): Promise<string> {
  const [row] = await tx
    .update(connectAccounts)
    .set({ accountId: sql`coalesce(${connectAccounts.accountId}, ${accountId})` })
    .where(eq(connectAccounts.id, id))
    .returning({ accountId: connectAccounts.accountId });
  return row?.accountId ?? accountId;
}

/** Records that the provider rejected this attempt. Several requests with the same error count once. */
export async function setCreationFailed(db: Queries, { id, attempt }: Pick<AccountRow, "id" | "attempt">) {
  await db
    .update(connectAccounts)
    .set({ attempt: attempt + 1 })
    .where(and(eq(connectAccounts.id, id), eq(connectAccounts.attempt, attempt)));
}

export async function saveAccountState(tx: Transaction, id: string, state: Partial<AccountState>) {
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

/**
 * Returns a creator's chosen provider, current account, and the provider of any account that could take
 * payments, including ended ones. Uses a single query, because every payment needs it.
 */
export const findChosenAccount = (db: Queries, { creatorId, modes }: Current) =>
  chosenAccountOf(db)
    .execute({ creatorId, modes: JSON.stringify(modes) })
    .then(first);

const chosenAccountOf = lazyPrepared((db) => {
  const real = alias(connectAccounts, "real");
  const realOnes = db
    .select({ provider: real.provider })
    .from(real)
    .where(and(eq(real.creatorId, creators.id), ne(real.mode, "sandbox"), isNotNull(real.accountId)))
    .orderBy(chosenFirst(real))
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
      and(eq(connectAccounts.creatorId, creators.id), isCurrent(connectAccounts, sql.placeholder("modes"))),
    )
    .where(eq(creators.id, sql.placeholder("creatorId")))
    .orderBy(chosenFirst(connectAccounts))
    .limit(1)
    .prepare("find_chosen_account");
});

/** Lists creators whose payout account has another mode than these. */
export async function listAccountsOfOtherModes(db: Queries, modes: Modes, limit: number): Promise<number[]> {
  const current = alias(connectAccounts, "current");
  const currentId = db
    .select({ id: current.accountId })
    .from(current)
    .where(and(eq(current.creatorId, creators.id), isCurrent(current, JSON.stringify(modes))))
    .orderBy(chosenFirst(current))
    .limit(1);
  const rows = await db
    .selectDistinct({ id: creators.id })
    .from(creators)
    .innerJoin(connectAccounts, eq(connectAccounts.creatorId, creators.id))
    .where(sql`${creators.stripeAccountId} is distinct from (${currentId})`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Returns the state of an account that was read with the keys of a platform. */
export function stateOf(
  { country, canSell, requirements, restriction }: PayoutAccount,
  platformId: string | null,
): AccountState {
  const { currentlyDue, pastDue } = requirements;
  return { country, canSell, currentlyDue, pastDue, restriction, platformId, unknownSince: null };
}
