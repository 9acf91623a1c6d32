import type { LoginInput, RegisterInput } from "../../../contract/accounts.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { type CreatorRow, findCreatorById, insertCreator } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { emailNotVerified, invalidCredentials, signupClosed } from "./errors.ts";
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
import { enqueueVerification, resendAtLogin } from "./verification.ts";

export type SignedIn = { user: UserRow; creator: CreatorRow | undefined; sessionToken: string };

/** A new account with its page and a mail to verify the email; signed in, unless only verified accounts may be. Throws 403 when sign-up is closed, 409 when the email or the handle is taken. */
export async function registerAccount(
  deps: Pick<AccountDeps, "db" | "mails" | "derive" | "signup" | "requireVerifiedEmail">,
  input: RegisterInput,
): Promise<{ user: UserRow; creator: CreatorRow; sessionToken: string | undefined }> {
  // The password is not hashed for a request that cannot succeed.
  if ((await currentSignup(deps.db, deps.signup)) !== "open") throw signupClosed();
  await rejectCommonPassword(input.password);
  rejectOwnName(input.password, input);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(deps.db, async (tx) => {
    await requireOpenSignup(tx, deps.signup);
    const user = await insertUser(tx, { email: input.email, passwordHash });
    const creator = await insertCreator(tx, {
      userId: user.id,
      handle: input.handle,
      displayName: input.displayName,
    });
    await enqueueVerification(tx, deps, { ...user, handle: creator.handle });
    const sessionToken = deps.requireVerifiedEmail ? undefined : await startSession(tx, user.id);
    return { user, creator, sessionToken };
  });
}

/** A session for the right password. Throws the same 401, after the same time, for anything else; 403 where only verified accounts are let in. */
export async function signIn(
  deps: Pick<AccountDeps, "db" | "mails" | "derive" | "limits" | "requireVerifiedEmail">,
  input: LoginInput,
): Promise<SignedIn> {
  const { db, requireVerifiedEmail } = deps;
  const user = await findUserByEmail(db, input.email);
  const matches = await matchesPassword(user?.passwordHash, input.password);
  if (!user || !matches) throw invalidCredentials();
  if (requireVerifiedEmail && !user.emailVerifiedAt) {
    // Without a session this is the way to another email, when the one that was sent has expired or did not arrive.
    await resendAtLogin(deps, user.id);
    throw emailNotVerified();
  }
  const sessionToken = await inTransaction(db, async (tx) => {
    // While the password was being checked it may have been changed, and every session ended.
    const current = await lockUser(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw invalidCredentials();
    return startSession(tx, user.id);
  });
  const viewer = await findViewer(deps, sessionToken);
  const creator = viewer?.creatorId ? await findCreatorById(db, viewer.creatorId) : undefined;
  return { user, creator, sessionToken };
}

/** Ends a session on the server; a token that is none is fine. */
export async function signOut(db: Database, sessionToken: string | undefined): Promise<void> {
  if (sessionToken) await deleteSession(db, hashToken(sessionToken));
}

/** Who a session belongs to; null when it has ended, or while its account is unverified and only verified ones may sign in. */
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
  // It may have started before the setting was turned on.
  if (requireVerifiedEmail && !found.viewer.emailVerifiedAt) return null;
  if (found.stale) await touchSession(db, tokenHash);
  return found.viewer;
}

/** Makes a session and gives its token, which is shown once and kept only as a hash. */
export async function startSession(db: Queries, userId: string): Promise<string> {
  const token = randomToken();
  await insertSession(db, { tokenHash: hashToken(token), userId });
  return token;
}
