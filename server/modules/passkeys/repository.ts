import { and, asc, count, eq, gte, max, ne, sql } from "drizzle-orm";
import { onViolation } from "../../platform/database/errors.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { passkeys } from "./tables.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function listPasskeys(db: Queries, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export const findByCredential = (db: Queries, credentialId: string) =>
  db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).then(first);

/** Inserts a passkey. Throws 409 if any user has its credential already. */
export async function insertPasskey(tx: Transaction, values: typeof passkeys.$inferInsert) {
  return tx
    .insert(passkeys)
    .values(values)
    .returning()
    .catch(onViolation("passkeys_credential_id_unique", errors.exists))
    .then(firstOrThrow("insert returned no passkey"));
}

type Own = { userId: string; id: string };
const isOwn = ({ userId, id }: Own) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

export const setName = (db: Queries, { name, ...own }: Own & { name: string }) =>
  db.update(passkeys).set({ name }).where(isOwn(own)).returning().then(first);

export async function deletePasskey(tx: Transaction, own: Own): Promise<boolean> {
  const rows = await tx.delete(passkeys).where(isOwn(own)).returning({ id: passkeys.id });
  return rows.length > 0;
}

/**
 * Records the use of a passkey. Returns false if its counter has reached this value in the meantime. A
 * counter of 0 never rises.
 */
export async function recordUse(
  tx: Transaction,
  { id, counter, isBackedUp }: Pick<PasskeyRow, "id" | "counter" | "isBackedUp">,
): Promise<boolean> {
  const hasGrown = counter === 0 ? eq(passkeys.counter, 0) : sql`${passkeys.counter} < ${counter}`;
  const rows = await tx
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), hasGrown))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Counts a user's passkeys for a host. */
export async function countUsable(db: Queries, { userId, rpId }: { userId: string; rpId: string }) {
  const [row] = await db
    .select({ count: count() })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId)));
  return row?.count ?? 0;
}

/** Returns when a user added the newest passkey, or null without any. */
export async function newestPasskeyAt(db: Queries, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(passkeys.createdAt) })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return row?.at ?? null;
}

export async function deletePasskeysOf(tx: Transaction, userId: string, since?: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), since && gte(passkeys.createdAt, since)));
}

/** Counts passkeys for other hosts than this one, by host. */
export async function countForOtherHosts(db: Queries, rpId: string) {
  return db
    .select({
      rpId: passkeys.rpId,
      passkeys: count(),
      users: sql<number>`count(distinct ${passkeys.userId})`.mapWith(Number),
    })
    .from(passkeys)
    .where(ne(passkeys.rpId, rpId))
    .groupBy(passkeys.rpId)
    .orderBy(asc(passkeys.rpId));
}
