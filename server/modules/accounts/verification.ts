import { UNVERIFIED_EMAILS } from "../../../contract/rules/limits.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { type RateLimiter, tryConsume } from "../../platform/http/rate-limiter.ts";
import { clientMailbox, mailboxOf } from "../../platform/mail/address.ts";
import { hashToken } from "../../platform/tokens.ts";
import { findCreatorByUser } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import {
  consumeToken,
  findToken,
  hasOpenToken,
  issueToken,
  LIFETIMES,
  revokeTokens,
} from "./one-time-tokens.ts";
import { isSessionOf, lockUser, markOwnershipProven, setVerified, type UserRow } from "./repository.ts";
import { enqueueResetEmail } from "./reset-mail.ts";

type ResendDeps = Pick<AccountDeps, "db" | "mails" | "derive" | "limits">;
type Deps = Pick<AccountDeps, "db" | "mails" | "derive" | "adminEmail" | "passwordLogin">;

export async function enqueueVerification(
  tx: Transaction,
  { mails, derive }: Pick<Deps, "mails" | "derive">,
  user: { id: string; email: string; handle: string },
): Promise<void> {
  const tokenId = await issueToken(tx, { userId: user.id, purpose: "verify", derive });
  await mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "verify-email",
      handle: user.handle,
      validHours: LIFETIMES.verify / 60,
      links: { main: { to: "verify-email", seed: tokenId } },
    },
    cause: `verify ${tokenId}`,
  });
}

/** The limit of emails to unverified accounts. Aliases of one mailbox count together. */
export const unverifiedEmails = (email: string) => ({
  name: "emails to unverified accounts",
  key: mailboxOf(email),
  points: UNVERIFIED_EMAILS.points,
  seconds: UNVERIFIED_EMAILS.seconds,
});

/** The limit of a single client, a part of the limit above. It is counted first. */
export const unverifiedEmailsOfClient = (ip: string, email: string) => ({
  name: "emails of a client to unverified accounts",
  key: clientMailbox(ip, email),
  ...UNVERIFIED_EMAILS.client,
});

/** Counts a client's email to an unverified account. Returns whether it may be sent. */
export const reserveUnverifiedEmail = async (
  limits: RateLimiter,
  { ip, email }: { ip: string; email: string },
): Promise<boolean> =>
  (await tryConsume(limits, unverifiedEmailsOfClient(ip, email))) &&
  (await tryConsume(limits, unverifiedEmails(email)));

const MAILS_OF_ACCOUNT = { points: 3, seconds: 3600 };
/** A login sends the verification email again if the last one is older than this. */
const ARRIVAL_MINUTES = 5;

/** Sends the verification email again unless the account is verified. Throws 429. */
export async function resendVerification(
  deps: ResendDeps,
  { userId, email, ip }: { userId: string; email: string; ip: string },
): Promise<void> {
  await deps.limits.consume({ name: "verification mails", key: userId, ...MAILS_OF_ACCOUNT });
  await deps.limits.consume(unverifiedEmailsOfClient(ip, email));
  await deps.limits.consume(unverifiedEmails(email));
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.emailVerifiedAt) return;
    const creator = await findCreatorByUser(tx, userId);
    await enqueueVerification(tx, deps, { ...user, handle: creator?.handle ?? "" });
  });
}

/**
 * Sends the verification email again to an account that may not sign in yet, unless one was sent recently or
 * the limit is reached.
 */
export async function resendAtLogin(
  deps: ResendDeps,
  { id: userId, email, ip }: Pick<UserRow, "id" | "email"> & { ip: string },
): Promise<void> {
  if (await hasOpenToken(deps.db, { userId, purpose: "verify", maxAgeMinutes: ARRIVAL_MINUTES })) return;
  await resendVerification(deps, { userId, email, ip }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.status === 429)) throw error;
  });
}

type Verification = {
  status: "success" | "expired" | "invalid";
  /** True if the link works and the browser is not signed in to its account. */
  isOfReader?: boolean;
};

/**
 * Verifies an email by its link. In a browser that is signed in to the account it also proves the ownership,
 * even if a mail scanner opened it first. In other browsers it ends no session and no password.
 */
export async function verifyEmail(
  deps: Deps,
  { token, sessionToken }: { token: string; sessionToken: string | undefined },
): Promise<Verification> {
  return inTransaction(deps.db, async (tx) => {
    const known = await findToken(tx, { token, purposes: ["verify"] });
    const user = known && (await lockUser(tx, known.userId));
    if (!user) return { status: "invalid" };
    const isFirst = await consumeToken(tx, { token, purpose: "verify" });
    if (!isFirst && !user.emailVerifiedAt) return { status: known.expired ? "expired" : "invalid" };
    await revokeTokens(tx, { userId: user.id, purpose: "verify" });
    const isHolder = sessionToken !== undefined && (await isSessionOf(tx, user.id, hashToken(sessionToken)));
    if (isHolder && !known.expired) {
      await markOwnershipProven(tx, user.id, deps.adminEmail);
      return { status: "success" };
    }
    if (isFirst) await verifyUnproven(tx, deps, user);
    return { status: "success", isOfReader: !known.expired };
  });
}

/**
 * Returns the id of the account whose verification link this browser has opened, while that link is valid.
 */
export async function findReadAccount(db: Queries, readerToken: string | undefined) {
  const known = readerToken ? await findToken(db, { token: readerToken, purposes: ["verify"] }) : undefined;
  return known && !known.expired ? known.userId : undefined;
}

/**
 * Marks an email as verified without proving who uses the account. The account of ADMIN_EMAIL also gets an
 * email to set a new password.
 */
async function verifyUnproven(tx: Transaction, deps: Deps, user: UserRow): Promise<void> {
  await setVerified(tx, user.id);
  const isNamedAdmin = user.email === deps.adminEmail && !user.isAdmin && !user.ownershipProvenAt;
  if (isNamedAdmin && deps.passwordLogin) await enqueueResetEmail(tx, deps, { user, forAdmin: true });
}
