import type { LoginInput, RegisterInput } from "../../../contract/accounts.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { type CreatorRow, findCreatorById, insertCreator } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { emailNotVerified, wrongLogin } from "./errors.ts";
import { hashPassword, matchesPassword } from "./passwords.ts";
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
import { queueVerification, resendVerification } from "./verification.ts";

export type SignedIn = { user: UserRow; creator: CreatorRow | undefined; sessionToken: string };

/** A new account with its page, signed in, and a mail to show that the address is theirs. Throws 409 when the address or the handle is taken. */
export async function registerAccount(
  deps: Pick<AccountDeps, "db" | "mails" | "derive">,
  input: RegisterInput,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(input.password);
  return inTransaction(deps.db, async (tx) => {
    const user = await insertUser(tx, { email: input.email, passwordHash });
    const creator = await insertCreator(tx, {
      userId: user.id,
      handle: input.handle,
      displayName: input.displayName,
    });
    await queueVerification(tx, deps, { ...user, handle: creator.handle });
    return { user, creator, sessionToken: await startSession(tx, user.id) };
  });
}

/** A session for the right password. Throws the same 401, after the same time, for anything else; 403 where only verified accounts are let in. */
export async function signIn(
  deps: Pick<AccountDeps, "db" | "mails" | "derive" | "adminEmail" | "requireVerifiedEmail">,
  input: LoginInput,
): Promise<SignedIn> {
  const { db, requireVerifiedEmail } = deps;
  const user = await findUserByEmail(db, input.email);
  const matches = await matchesPassword(user?.passwordHash, input.password);
  if (!user || !matches) throw wrongLogin();
  if (requireVerifiedEmail && !user.emailVerifiedAt) {
    // "Check your inbox" must be true also when the link that was sent has expired.
    await resendVerification(deps, { userId: user.id, onlyIfNone: true });
    throw emailNotVerified();
  }
  const sessionToken = await inTransaction(db, async (tx) => {
    // While the password was being checked it may have been changed, and every session ended.
    const current = await lockUser(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw wrongLogin();
    return startSession(tx, user.id);
  });
  const viewer = await findViewer(db, sessionToken);
  const creator = viewer?.creatorId ? await findCreatorById(db, viewer.creatorId) : undefined;
  return { user, creator, sessionToken };
}

/** Ends a session on the server; a token that is none is fine. */
export async function signOut(db: Database, sessionToken: string | undefined): Promise<void> {
  if (sessionToken) await deleteSession(db, hashToken(sessionToken));
}

/** Who a session belongs to; null when it has ended. */
export async function findViewer(db: Database, sessionToken: string | undefined): Promise<Viewer | null> {
  if (!sessionToken) return null;
  const tokenHash = hashToken(sessionToken);
  const found = await findSessionViewer(db, tokenHash);
  if (!found) {
    await deleteSession(db, tokenHash);
    return null;
  }
  if (found.stale) await touchSession(db, tokenHash);
  return found.viewer;
}

/** Makes a session and gives its token, which is shown once and kept only as a hash. */
export async function startSession(db: Queries, userId: string): Promise<string> {
  const token = randomToken();
  await insertSession(db, { tokenHash: hashToken(token), userId });
  return token;
}
