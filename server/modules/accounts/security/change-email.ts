import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { EMAIL_CHANGES } from "../../../../contract/rules/limits.ts";
import { onViolation } from "../../../platform/database/errors.ts";
import { inTransaction, type Transaction } from "../../../platform/database/index.ts";
import type { Viewer } from "../../../platform/http/viewer.ts";
import { requireEmailAllowed } from "../../blocks/index.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { revokeAllTokens } from "../one-time-tokens.ts";
import { findUserByEmail, lockUser } from "../repository.ts";
import { sessions, users } from "../tables.ts";
import { languageOf } from "../user-language.ts";
import { unverifiedEmails, unverifiedEmailsOfClient } from "../verification.ts";
import {
  CONFIRM_HOURS,
  confirmChange,
  findChange,
  insertEmailChange,
  requireEmailFree,
} from "./email-changes.ts";

/** The hours after adding a passkey or app during which a change of the email requires an older one. */
const NEW_FACTOR_HOURS = 24;

/**
 * Stores the request for a new email and sends a link to it. The account keeps its email until the link is
 * used. Within a day of a new passkey or app, an older one is required: the owner was emailed about the new
 * one and needs time to react. Throws 400, 409, 429.
 */
export async function requestEmailChange(
  deps: Pick<AccountDeps, "db" | "derive" | "limits" | "mails" | "passkeys" | "secondFactor">,
  {
    viewer,
    email,
    ip,
  }: { viewer: Pick<Viewer, "userId" | "sessionId" | "email">; email: string; ip: string },
): Promise<void> {
  const { userId, sessionId } = viewer;
  if (email === viewer.email) throw errors.sameEmail();
  await requireEmailAllowed(deps.db, email);
  await deps.limits.consume({ name: "email changes", key: userId, ...EMAIL_CHANGES.account });
  // As in a registration, users can enter a stranger's email.
  await deps.limits.consume(unverifiedEmailsOfClient(ip, email));
  await deps.limits.consume(unverifiedEmails(email));
  await deps.limits.consume({ name: "email changes", key: "installation", ...EMAIL_CHANGES.installation });
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw errors.emailLinkDead();
    if (user.emailVerifiedAt && (await hasNewFactorAlone(tx, deps, viewer))) throw errors.newFactor();
    await requireEmailFree(tx, { email, userId });
    if (await findUserByEmail(tx, email)) throw errors.emailTaken();
    const id = randomUUID();
    await insertEmailChange(tx, deps.derive, {
      id,
      userId,
      sessionId,
      oldEmail: user.email,
      newEmail: email,
    });
    await deps.mails.enqueueEmail(tx, {
      to: email,
      mail: {
        mail: "confirm-email",
        language: languageOf(user) ?? undefined,
        validHours: CONFIRM_HOURS,
        links: { main: { to: "confirm-email", seed: id } },
      },
      cause: `email change ${id}`,
    });
  });
}

/**
 * Returns whether a passkey or app was added within a day, and this session has not been confirmed with an
 * older one since.
 */
async function hasNewFactorAlone(
  tx: Transaction,
  { passkeys, secondFactor }: Pick<AccountDeps, "passkeys" | "secondFactor">,
  { userId, sessionId }: Pick<Viewer, "userId" | "sessionId">,
): Promise<boolean> {
  const added = [await passkeys.newestAt(tx, userId), await secondFactor.enabledAt(tx, userId)];
  const newest = Math.max(...added.map((at) => at?.getTime() ?? 0));
  const dayAgo = sql`now() - make_interval(hours => ${NEW_FACTOR_HOURS})`;
  const newestAt = sql`${new Date(newest).toISOString()}::timestamptz`;
  const [session] = await tx
    .select({
      isNew: sql<boolean>`${newestAt} > ${dayAgo}`,
      hasOlder: sql<boolean>`coalesce(${sessions.proofSince} <= ${dayAgo} and ${sessions.confirmedAt} > ${newestAt}, false)`,
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session === undefined || (session.isNew && !session.hasOlder);
}

/**
 * Sets an account's new email. The user opened the link to it while signed in, which proves that the email is
 * theirs. Notifies the old email, which can undo the change if it was verified. Throws 400, 409.
 */
export async function confirmEmailChange(
  deps: Pick<AccountDeps, "adminEmail" | "clock" | "db" | "mails">,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const change = await findChange(tx, "confirm", token);
    // The change belongs to another account, or started from a former email.
    if (!user || change?.userId !== user.id || change.oldEmail !== user.email) throw errors.emailLinkDead();
    for (const email of [change.oldEmail, change.newEmail].sort())
      await requireEmailFree(tx, { email, userId });
    await setProvenEmail(tx, { userId, email: change.newEmail, adminEmail: deps.adminEmail });
    // These links were sent to the old email.
    await revokeAllTokens(tx, userId);
    const canUndo = user.emailVerifiedAt !== null;
    await confirmChange(tx, change.id, { canUndo, isUnproven: user.ownershipProvenAt === null });
    if (!canUndo) return;
    await deps.mails.enqueueEmail(tx, {
      to: change.oldEmail,
      mail: {
        mail: "email-changed",
        language: languageOf(user) ?? undefined,
        at: deps.clock.now().toISOString(),
        validHours: EMAIL_CHANGES.undoHours,
        links: { main: { to: "undo-email", seed: change.id } },
      },
      cause: `email changed ${change.id}`,
    });
  });
}

/** Sets an email that its user has proved to own. Throws 409 if another account has it. */
export async function setProvenEmail(
  tx: Transaction,
  { userId, email, adminEmail }: { userId: string; email: string; adminEmail: string | undefined },
): Promise<void> {
  await tx
    .update(users)
    .set({
      email,
      emailVerifiedAt: sql`now()`,
      ownershipProvenAt: sql`now()`,
      isAdmin: sql`${users.isAdmin} or ${email} = ${adminEmail ?? ""}`,
    })
    .where(eq(users.id, userId))
    .catch(onViolation("users_email_unique", errors.emailTaken));
}
