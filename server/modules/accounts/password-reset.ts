import { randomUUID } from "node:crypto";
import { z } from "zod";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { hashToken } from "../../platform/tokens.ts";
import { findCreatorByUser } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { consumeToken, findToken, revokeAllTokens, tokenExists } from "./one-time-tokens.ts";
import { hashPassword, rejectCommonPassword, rejectOwnName } from "./passwords.ts";
import { removeWaysIn, type WaysIn } from "./remove-ways-in.ts";
import {
  deleteSessionsOf,
  findUser,
  findUserByEmail,
  hasWayIn,
  isSessionOf,
  lockUser,
  markOwnershipProven,
  setPassword,
  setReclaimed,
  type UserRow,
} from "./repository.ts";
import { enqueuePasswordChangedEmail, enqueueResetEmail } from "./reset-mail.ts";
import { completeSignIn, type SignInResult } from "./sign-in/complete-sign-in.ts";
import type { SignInOrigin } from "./sign-in/request-origin.ts";
import { unverifiedEmails, unverifiedEmailsOfClient } from "./verification.ts";

type Deps = Pick<AccountDeps, "clock" | "db" | "mails" | "derive" | "adminEmail">;

const MAILS_OF_ACCOUNT = { points: 3, seconds: 3600 };
const RESETS_OF_ACCOUNT = { points: 10, seconds: 900 };

/**
 * Emails a reset link if the email has an account. Runs in a job, so that the response time does not reveal whether
 * the account exists. A repeated run sends no second email.
 */
export async function mailResetLink(
  deps: Deps & Pick<AccountDeps, "limits">,
  {
    email,
    tokenId,
    isForVerified = false,
  }: { email: string; tokenId: string; isForVerified?: boolean | undefined },
): Promise<void> {
  const found = await findUserByEmail(deps.db, email);
  if (!found) return;
  if (!found.emailVerifiedAt) {
    if (isForVerified || !(await tryConsume(deps.limits, unverifiedEmails(found.email)))) return;
  }
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, found.id);
    if (!user || (await tokenExists(tx, tokenId))) return;
    await enqueueResetEmail(tx, deps, { user, id: tokenId });
  });
}

/**
 * Returns the email of the account whose password a link sets, without using up the link. Throws 400 for an
 * invalid link.
 */
export async function findResetEmail({ db }: Pick<AccountDeps, "db">, token: string): Promise<string> {
  const { userId } = await requireResetToken(db, token);
  const user = await findUser(db, userId);
  if (!user) throw errors.resetLinkDead();
  return user.email;
}

async function requireResetToken(db: Queries, token: string) {
  const known = await findToken(db, { token, purposes: ["reset", "invite"] });
  if (!known || known.used || known.expired) throw errors.resetLinkDead();
  return known;
}

/**
 * Sets a new password by an emailed link and ends every session. Signs this browser in, after the second
 * factor if there is one. Throws 400 for an invalid link.
 */
export async function resetPassword(
  deps: Deps & WaysIn & Pick<AccountDeps, "limits">,
  {
    token,
    password,
    origin,
    sessionToken,
  }: { token: string; password: string; origin: SignInOrigin; sessionToken: string | undefined },
): Promise<{ result: SignInResult; email: string }> {
  // Check the token before hashing the password, so that guessed tokens cause no work.
  const known = await requireResetToken(deps.db, token);
  await deps.limits.consume({ name: "password resets", key: known.userId, ...RESETS_OF_ACCOUNT });
  await rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.userId);
    // Of two concurrent requests, only one consumes the token.
    const tokenId = user && (await consumeToken(tx, { token, purpose: known.purpose }));
    if (!tokenId) throw errors.resetLinkDead();
    const creator = await findCreatorByUser(tx, user.id);
    // The error rolls back the transaction, so the link stays unused.
    rejectOwnName(password, { email: user.email, handle: creator?.handle });
    const isUnproven = !user.ownershipProvenAt;
    if (isUnproven && (await mayBeStrangers(tx, user, sessionToken))) await setReclaimed(tx, user.id);
    await setPassword(tx, user.id, passwordHash);
    // The link was sent only to this email, so using it proves the ownership.
    await markOwnershipProven(tx, user.id, deps.adminEmail);
    await revokeAllTokens(tx, user.id, ["reset", "invite"]);
    await deleteSessionsOf(tx, user.id);
    // A stranger may have prepared an unproven account. In a proven one, the user just forgot the password
    // and keeps the other ways to sign in.
    if (isUnproven) await removeWaysIn(tx, deps, { userId: user.id });
    await enqueuePasswordChangedEmail(tx, deps, { to: user.email, change: tokenId });
    const result = await completeSignIn(tx, deps, { userId: user.id, method: "link", origin });
    return { result, email: user.email };
  });
}

/**
 * Returns whether an unproven account may be a stranger's: it has a way to sign in, and this browser has no
 * session of it.
 */
async function mayBeStrangers(tx: Transaction, user: UserRow, sessionToken: string | undefined) {
  const isHolder = sessionToken !== undefined && (await isSessionOf(tx, user.id, hashToken(sessionToken)));
  return !isHolder && (await hasWayIn(tx, user));
}

export const FORGOT_JOB = "accounts.forgot-password";

const ForgotJob = z.object({
  email: z.string(),
  /** The id of the link in the email, so that a repeated job creates one link. */
  tokenId: z.uuid(),
  /**
   * True if the client has used up its share of emails to this mailbox. The email is then sent only to a
   * verified account.
   */
  isForVerified: z.boolean(),
});
export type ForgotJob = z.infer<typeof ForgotJob>;

/**
 * Requests a reset email. Three an hour are sent to one email. Further requests send nothing and cause no
 * error, because anybody could otherwise lock the owner out.
 */
export async function requestResetEmail(
  { db, jobs, limits }: Pick<AccountDeps, "db" | "jobs" | "limits">,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  if (!(await tryConsume(limits, { name: "reset mails", key: email, ...MAILS_OF_ACCOUNT }))) return;
  const data: ForgotJob = {
    email,
    tokenId: randomUUID(),
    // Count it here, because the job does not know the client. The share only matters for unverified
    // accounts.
    isForVerified: !(await tryConsume(limits, unverifiedEmailsOfClient(ip, email))),
  };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: FORGOT_JOB, data }));
}

/**
 * Defines the job that looks the account up outside of the request, whose response time must not depend on
 * it.
 */
export const forgotPasswordJob = (deps: AccountDeps): Job =>
  defineJob({ name: FORGOT_JOB, payload: ForgotJob, handler: ({ data }) => mailResetLink(deps, data) });
