import { and, asc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { DELETION_DAYS } from "../../../contract/rules/limits.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { consumeToken, findToken, issueToken, revokeTokens } from "./one-time-tokens.ts";
import { deleteSessionsOf, lockUser } from "./repository.ts";
import { users } from "./tables.ts";

const purpose = "undo-deletion";

/**
 * Schedules the deletion of a locked account and ends its sessions. Returns the time of the deletion, and the
 * id of the link to undo it.
 */
export async function scheduleDeletion(
  tx: Transaction,
  { userId, derive }: { userId: string; derive: DeriveToken },
): Promise<{ deletionAt: Date; linkId: string }> {
  const [row] = await tx
    .update(users)
    .set({ deletionAt: sql`now() + make_interval(days => ${DELETION_DAYS})` })
    .where(eq(users.id, userId))
    .returning({ deletionAt: users.deletionAt });
  if (!row?.deletionAt) throw new Error("no account was scheduled for deletion");
  await deleteSessionsOf(tx, userId);
  return { deletionAt: row.deletionAt, linkId: await issueToken(tx, { userId, purpose, derive }) };
}

/** Cancels the deletion of a locked account. */
export async function cancelDeletion(tx: Transaction, userId: string): Promise<void> {
  await tx.update(users).set({ deletionAt: null }).where(eq(users.id, userId));
  await revokeTokens(tx, { userId, purpose });
}

/**
 * Consumes a link that undoes a deletion. Locks and returns its account, or returns undefined if the link
 * does not work.
 */
export async function useUndoLink(tx: Transaction, token: string) {
  const known = await findToken(tx, { token, purposes: [purpose] });
  const user = known && (await lockUser(tx, known.userId));
  return user && (await consumeToken(tx, { token, purpose })) ? user : undefined;
}

/** Returns the ids of accounts to delete now, earliest first. */
export async function listDueDeletions(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(isDue)
    .orderBy(asc(users.deletionAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Returns whether the deletion of an account is scheduled, and whether it is due. */
export async function findDeletion(db: Queries, userId: string) {
  const [row] = await db
    .select({ isScheduled: isNotNull(users.deletionAt), isDue })
    .from(users)
    .where(eq(users.id, userId));
  return { isScheduled: Boolean(row?.isScheduled), isDue: Boolean(row?.isDue) };
}

/** Returns whether the account belongs to the last administrator. */
export async function isLastAdmin(db: Queries, userId: string): Promise<boolean> {
  const staying = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.isAdmin, isNull(users.deletionAt)))
    .limit(2);
  return staying.length === 1 && staying[0]?.id === userId;
}

const isDue = lte(users.deletionAt, sql`now()`);
