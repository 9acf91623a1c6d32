import type { LoginInput, RegisterInput } from "../../../contract/api/accounts.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { type CreatorRow, findCreatorById, insertCreator } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { hashPassword, matchesPassword, rejectCommonPassword, rejectOwnName } from "./passwords.ts";
import {
  deleteSession,
  findSessionViewer,
  findUserByEmail,
  insertSession,
  insertUser,
  lockUser,
  touchSession,
  type UserRow,
} from "./repository.ts";
import { currentSignup, requireOpenSignup } from "./signup.ts";
import { enqueueVerification, resendAtLogin, reserveUnverifiedEmail } from "./verification.ts";

export type SignedIn = { user: UserRow; creator: CreatorRow | undefined; sessionToken: string };

/** Creates an account with its page, queues the verification email and starts a session, unless only verified accounts may sign in. Throws 403 when sign-up is closed, 409 when the email or the handle is taken. */
export async function registerAccount(
  deps: Pick<AccountDeps, "db" | "mails" | "derive" | "limits" | "signup" | "requireVerifiedEmail">,
  { ip, ...input }: RegisterInput & { ip: string },
): Promise<{ user: UserRow; creator: CreatorRow; sessionToken: string | undefined }> {
  // The password is not hashed for a request that cannot succeed.
  if ((await currentSignup(deps.db, deps.signup)) !== "open") throw errors.signupClosed();
  await rejectCommonPassword(input.password);
  rejectOwnName(input.password, input);
  const passwordHash = await hashPassword(input.password);
  // Above the limit the account is created as well; its user can request the email later.
  const isMailed = await reserveUnverifiedEmail(deps.limits, { ip, email: input.email });
  return inTransaction(deps.db, async (tx) => {
    await requireOpenSignup(tx, deps.signup);
    const user = await insertUser(tx, { email: input.email, passwordHash });
    const creator = await insertCreator(tx, {
      userId: user.id,
      handle: input.handle,
      displayName: input.displayName,
      timeZone: input.timeZone,
    });
    if (isMailed) await enqueueVerification(tx, deps, { ...user, handle: creator.handle });
    const sessionToken = deps.requireVerifiedEmail ? undefined : await startSession(tx, user.id);
    return { user, creator, sessionToken };
  });
}

/** Starts a session when email and password match. Throws the same 401 after the same time otherwise, and 403 for an unverified account when only verified ones may sign in. */
export async function signIn(
  deps: Pick<AccountDeps, "db" | "mails" | "derive" | "limits" | "requireVerifiedEmail">,
  { ip, ...input }: LoginInput & { ip: string },
): Promise<SignedIn> {
  const { db, requireVerifiedEmail } = deps;
  const user = await findUserByEmail(db, input.email);
  const matches = await matchesPassword(user?.passwordHash, input.password);
  if (!user || !matches) throw errors.wrongLogin();
  if (requireVerifiedEmail && !user.emailVerifiedAt) {
    // Without a session the user cannot request another email when the first one has expired or did not arrive.
    await resendAtLogin(deps, { ...user, ip });
    throw errors.emailNotVerified();
  }
  const sessionToken = await inTransaction(db, async (tx) => {
    // The password may have been changed during the check, which ends every session.
    const current = await lockUser(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw errors.wrongLogin();
    return startSession(tx, user.id);
  });
  const viewer = await findViewer(deps, sessionToken);
  const creator = viewer?.creatorId ? await findCreatorById(db, viewer.creatorId) : undefined;
  return { user, creator, sessionToken };
}

/** Ends a session on the server. An invalid token is ignored. */
export async function signOut(db: Database, sessionToken: string | undefined): Promise<void> {
  if (sessionToken) await deleteSession(db, hashToken(sessionToken));
}

/** Returns the user of a session; null when it has ended, or when the account is unverified and only verified accounts may sign in. */
export async function findViewer(
  { db, requireVerifiedEmail }: Pick<AccountDeps, "db" | "requireVerifiedEmail">,
  sessionToken: string | undefined,
): Promise<Viewer | null> {
  if (!sessionToken) return null;
  const tokenHash = hashToken(sessionToken);
  const found = await findSessionViewer(db, tokenHash);
  if (!found) {
    await deleteSession(db, tokenHash);
    return null;
  }
  // The session may have started before the setting was enabled.
  if (requireVerifiedEmail && !found.viewer.emailVerifiedAt) return null;
  if (found.stale) await touchSession(db, tokenHash);
  return found.viewer;
}

/** Creates a session and returns its token, of which only the hash is stored. */
export async function startSession(db: Queries, userId: string): Promise<string> {
  const token = randomToken();
  await insertSession(db, { tokenHash: hashToken(token), userId });
  return token;
}
