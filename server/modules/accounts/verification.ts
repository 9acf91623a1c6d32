import { UNVERIFIED_EMAILS } from "../../../contract/rules/limits.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { type RateLimiter, tryConsume } from "../../platform/http/rate-limiter.ts";
import { clientMailbox, mailboxOf } from "../../platform/mail/address.ts";
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
import { lockUser, markOwnershipProven, setVerified, type UserRow } from "./repository.ts";
import { enqueueResetEmail } from "./reset-mail.ts";

type ResendDeps = Pick<AccountDeps, "db" | "mails" | "derive" | "limits">;
type Deps = Pick<AccountDeps, "db" | "mails" | "derive" | "adminEmail">;

/** Queues the email with which a user verifies their email. */
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

/** The limit of emails to unverified accounts; aliases of one mailbox count together. */
export const unverifiedEmails = (email: string) => ({
  name: "emails to unverified accounts",
  key: mailboxOf(email),
  points: UNVERIFIED_EMAILS.points,
  seconds: UNVERIFIED_EMAILS.seconds,
});

/** The part of that limit that one client may use; to be counted before it. */
export const unverifiedEmailsOfClient = (ip: string, email: string) => ({
  name: "emails of a client to unverified accounts",
  key: clientMailbox(ip, email),
  ...UNVERIFIED_EMAILS.client,
});

/** Counts an email of a client to an unverified account and returns whether it may be sent. */
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

/** Sends the verification email again to an account that may not sign in, unless it was sent recently or the limit is reached. */
export async function resendAtLogin(
  deps: ResendDeps,
  { id: userId, email, ip }: Pick<UserRow, "id" | "email"> & { ip: string },
): Promise<void> {
  if (await hasOpenToken(deps.db, { userId, purpose: "verify", maxAgeMinutes: ARRIVAL_MINUTES })) return;
  await resendVerification(deps, { userId, email, ip }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.status === 429)) throw error;
  });
}

/** Verifies an email by its link, with or without a signed-in user. A used link verifies nothing more, but opened by the signed-in user of the account it still proves the ownership, because an email scanner may have opened the link first. */
export async function verifyEmail(
  deps: Deps,
  { token, viewerId }: { token: string; viewerId: string | undefined },
): Promise<"success" | "expired" | "invalid"> {
  return inTransaction(deps.db, async (tx) => {
    const known = await findToken(tx, { token, purposes: ["verify"] });
    const user = known && (await lockUser(tx, known.userId));
    if (!user) return "invalid";
    const isFirst = await consumeToken(tx, { token, purpose: "verify" });
    if (!isFirst && !user.emailVerifiedAt) return known.expired ? "expired" : "invalid";
    if (viewerId === user.id && !known.expired) {
      await markOwnershipProven(tx, user.id, deps.adminEmail);
    } else if (isFirst) {
      await verifyUnproven(tx, deps, user);
    }
    await revokeTokens(tx, { userId: user.id, purpose: "verify" });
    return "success";
  });
}

/** Marks an email as verified without proof that the account belongs to its owner. The configured administrator must first set a new password, which ends all other sessions. */
async function verifyUnproven(tx: Transaction, deps: Deps, user: UserRow): Promise<void> {
  await setVerified(tx, user.id);
  if (user.email !== deps.adminEmail || user.isAdmin || user.ownershipProvenAt) return;
  await enqueueResetEmail(tx, deps, { user, forAdmin: true });
}
