import { randomUUID } from "node:crypto";
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { paths } from "../../../contract/rules/paths.ts";
import type { Database, Queries, Transaction } from "../../platform/database/index.ts";
import type { EmailLinks } from "../../platform/mail/port.ts";
import { type DeriveToken, hashToken } from "../../platform/tokens.ts";
import { lockUser, type UserRow } from "../accounts/index.ts";
import type { SecondFactorDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { isEnabled } from "./gate.ts";
import { enqueueChange } from "./mails.ts";
import { removeSecondFactor } from "./set-up.ts";
import { secondFactorRemovals } from "./tables.ts";

/** The hours within which the user can stop the removal. */
const REMOVAL_HOURS = 24;

const deriveKeepToken = (derive: DeriveToken, id: string) => derive("mail", "keep second factor", id);

/**
 * Schedules the removal of a user's second factor in a day and emails the user at once. Throws 409 without a
 * second factor, or if a removal is scheduled already. The caller has locked the account.
 */
export async function requestRemoval(
  tx: Transaction,
  { derive, mails }: Pick<SecondFactorDeps, "derive" | "mails">,
  { user, actorId }: { user: UserRow; actorId: string },
): Promise<Date> {
  if (!(await isEnabled(tx, user.id))) throw errors.nothingToRemove();
  const id = randomUUID();
  const [row] = await tx
    .insert(secondFactorRemovals)
    .values({
      userId: user.id,
      id,
      actorId,
      tokenHash: hashToken(deriveKeepToken(derive, id)),
      dueAt: sql`now() + make_interval(hours => ${REMOVAL_HOURS})`,
    })
    .onConflictDoNothing()
    .returning({ dueAt: secondFactorRemovals.dueAt });
  if (!row) throw errors.removalRequested();
  await mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "second-factor-removal",
      removedAt: row.dueAt.toISOString(),
      links: { main: { to: "keep-second-factor", seed: id } },
    },
    cause: `second-factor-removal ${id}`,
  });
  return row.dueAt;
}

/** Returns the users of due removals, the oldest removal first. */
export async function listDueRemovals(db: Queries): Promise<string[]> {
  const rows = await db
    .select({ id: secondFactorRemovals.id })
    .from(secondFactorRemovals)
    .where(lte(secondFactorRemovals.dueAt, sql`now()`))
    .orderBy(asc(secondFactorRemovals.dueAt));
  return rows.map(({ id }) => id);
}

/**
 * Removes a due second factor and notifies the user. Returns the user and the requester, or undefined if the
 * removal was stopped.
 */
export async function finishRemoval(
  tx: Transaction,
  deps: Pick<SecondFactorDeps, "clock" | "mails" | "publicUrl">,
  id: string,
): Promise<{ userId: string; actorId: string } | undefined> {
  const find = async () => {
    const [row] = await tx
      .select({ userId: secondFactorRemovals.userId, actorId: secondFactorRemovals.actorId })
      .from(secondFactorRemovals)
      .where(and(eq(secondFactorRemovals.id, id), lte(secondFactorRemovals.dueAt, sql`now()`)));
    return row;
  };
  const known = await find();
  const user = known && (await lockUser(tx, known.userId));
  // The user may have stopped the removal while this transaction waited for the lock.
  if (!user || !(await find())) return undefined;
  await removeSecondFactor(tx, deps, user.id);
  await enqueueChange(tx, deps, { user, change: "removed" });
  return known;
}

/** Stops a removal. Returns whether there was one. */
export async function cancelRemoval(tx: Queries, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(secondFactorRemovals)
    .where(eq(secondFactorRemovals.userId, userId))
    .returning({ id: secondFactorRemovals.id });
  return rows.length > 0;
}

/** Stops a removal by the emailed link. Throws 400 for an expired link. */
export async function keepSecondFactor(db: Database, token: string): Promise<void> {
  const rows = await db
    .delete(secondFactorRemovals)
    .where(eq(secondFactorRemovals.tokenHash, hashToken(token)))
    .returning({ id: secondFactorRemovals.id });
  if (rows.length === 0) throw errors.linkDead();
}

export const createEmailLinks = ({ db, derive }: Pick<SecondFactorDeps, "db" | "derive">): EmailLinks => ({
  "keep-second-factor": {
    path: ({ seed }) => paths.keepSecondFactor(deriveKeepToken(derive, seed)),
    refresh: async ({ seed }) =>
      (await db.$count(secondFactorRemovals, eq(secondFactorRemovals.id, seed))) > 0,
  },
});
