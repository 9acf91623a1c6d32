import { and, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { SecondFactor, SecondFactorSetUp } from "../../../contract/api/second-factor.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { lockUser, markSecondFactor, unmarkSecondFactor } from "../accounts/index.ts";
import { countUsablePasskeys } from "../passkeys/index.ts";
import { databaseSeconds, openSecret, sealSecret } from "./codes.ts";
import type { SecondFactorDeps } from "./deps.ts";
import { errors, rejectedCode } from "./errors.ts";
import { deletePendingOf, enabledAt } from "./gate.ts";
import { enqueueChange } from "./mails.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import { endedSecondFactors, recoveryCodes, secondFactorRemovals, secondFactors } from "./tables.ts";
import { describeSetUp, newSecret, stepOfCode } from "./totp.ts";

export async function findSecondFactor(
  db: Queries,
  userId: string,
): Promise<Omit<SecondFactor, "blocksAdmin">> {
  const [[factor], recoveryCodesLeft, [removal]] = await Promise.all([
    db
      .select({ enabledAt: secondFactors.enabledAt })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId)),
    countRecoveryCodes(db, userId),
    db
      .select({ dueAt: secondFactorRemovals.dueAt })
      .from(secondFactorRemovals)
      .where(eq(secondFactorRemovals.userId, userId)),
  ]);
  return {
    enabledAt: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    removedAt: removal?.dueAt.toISOString() ?? null,
  };
}

/**
 * Creates the secret of an authenticator app, which takes effect with its first code. Throws 409 if the
 * second factor is already on.
 */
export async function startSetUp(
  { db, sealer, publicUrl, site }: Pick<SecondFactorDeps, "db" | "sealer" | "publicUrl" | "site">,
  { userId, email }: { userId: string; email: string },
): Promise<SecondFactorSetUp> {
  const secret = newSecret();
  const values = { sealedSecret: sealSecret(sealer, secret, userId), createdAt: sql`now()` };
  const rows = await db
    .insert(secondFactors)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: values,
      setWhere: isNull(secondFactors.enabledAt),
    })
    .returning({ userId: secondFactors.userId });
  if (rows.length === 0) throw errors.alreadyEnabled();
  return describeSetUp(secret, { site, email, host: new URL(publicUrl).host });
}

/**
 * Turns the second factor on with the first code. Returns the recovery codes. Throws 400 for a wrong code, and
 * 409 without a setup or if the second factor is already on.
 */
export async function enableSecondFactor(
  deps: SecondFactorDeps,
  { userId, sessionId, code }: { userId: string; sessionId: string; code: string },
): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const [factor] = await tx
      .select({
        sealedSecret: secondFactors.sealedSecret,
        enabledAt: secondFactors.enabledAt,
        seconds: databaseSeconds,
      })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId));
    if (!user || !factor) throw errors.notStarted();
    if (factor.enabledAt) throw errors.alreadyEnabled();
    const secret = openSecret(deps, factor.sealedSecret, userId);
    if (!secret) throw errors.notStarted();
    const lastStep = stepOfCode(secret, { code, seconds: factor.seconds });
    if (lastStep === undefined) throw rejectedCode(code);
    // Mark the code as used, so that it cannot sign in as well.
    await tx
      .update(secondFactors)
      .set({ enabledAt: sql`now()`, lastStep })
      .where(eq(secondFactors.userId, userId));
    await markSecondFactor(tx, sessionId);
    await enqueueChange(tx, deps, { user, change: "enabled" });
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Turns the second factor off, with its app and recovery codes. */
export async function disableSecondFactor(deps: SecondFactorDeps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const since = await enabledAt(tx, userId);
    if (!user || !(await removeSecondFactor(tx, deps, userId)) || !since) return;
    await tx.insert(endedSecondFactors).values({ userId, enabledAt: since });
    await enqueueChange(tx, deps, { user, change: "disabled" });
  });
}

/**
 * Removes a user's second factor and ends waiting sign-ins. With `since`, removes it only if it was turned on
 * after that time and replaced no older one. Returns whether it was on. The caller has locked the account.
 */
export async function removeSecondFactor(
  tx: Transaction,
  { publicUrl }: Pick<SecondFactorDeps, "publicUrl">,
  userId: string,
  since?: Date,
): Promise<boolean> {
  await deletePendingOf(tx, userId);
  const rows = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), since && (await isPreparedSince(tx, userId, since))))
    .returning({ enabledAt: secondFactors.enabledAt });
  if (since && rows.length === 0) return false;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactorRemovals).where(eq(secondFactorRemovals.userId, userId));
  // Sessions stay proved only if a passkey remains.
  const rpId = new URL(publicUrl).hostname;
  if ((await countUsablePasskeys(tx, { userId, rpId })) === 0) await unmarkSecondFactor(tx, userId);
  return rows[0]?.enabledAt != null;
}

/**
 * Returns the condition for a second factor turned on after `since`. A replacement of an older one stays:
 * otherwise access to the mailbox would be enough to bypass that older one. An administrator can still remove
 * it.
 */
async function isPreparedSince(tx: Transaction, userId: string, since: Date) {
  const isReplaced = and(
    eq(endedSecondFactors.userId, userId),
    lt(endedSecondFactors.enabledAt, since),
    gte(endedSecondFactors.endedAt, since),
  );
  // A setup can have started earlier and still be unfinished.
  const isUnfinished = isNull(secondFactors.enabledAt);
  if ((await tx.$count(endedSecondFactors, isReplaced)) > 0) return isUnfinished;
  return or(isUnfinished, gte(secondFactors.enabledAt, since));
}

/**
 * Longer than a change of the email can take: 90 days for a session to request it, two to confirm it and three
 * to undo it.
 */
const KEPT_DAYS = 100;

export async function deleteOldEnds(db: Queries): Promise<void> {
  await deleteInBatches(
    db,
    endedSecondFactors,
    lt(endedSecondFactors.endedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
  );
}

/** Replaces the recovery codes. Throws 409 if the second factor is off. */
export async function renewRecoveryCodes(deps: SecondFactorDeps, userId: string): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt));
    if (!user || (await tx.$count(secondFactors, isOn)) === 0) throw errors.notEnabled();
    await enqueueChange(tx, deps, { user, change: "codes-renewed" });
    return replaceRecoveryCodes(tx, userId);
  });
}
