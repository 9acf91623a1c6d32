import type { LoginInput, RegisterInput } from "../../../contract/api/accounts.ts";
import { inTransaction } from "../../platform/database/index.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { hashToken } from "../../platform/tokens.ts";
import { requireEmailAllowed, requireHandleAllowed } from "../blocks/index.ts";
import { type CreatorRow, findCreatorByUser, insertCreator } from "../creators/index.ts";
import { acceptByRegistering } from "../site-documents/index.ts";
import type { AccountDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { hashPassword, matchPassword, rejectCommonPassword, rejectOwnName } from "./passwords.ts";
import {
  deleteSession,
  findSessionViewer,
  findUserByEmail,
  insertUser,
  lockUser,
  markOwnershipProven,
  setPassword,
  touchSession,
  type UserRow,
} from "./repository.ts";
import { completeSignIn, type SignInResult } from "./sign-in/complete-sign-in.ts";
import { enqueueFailedSignIn } from "./sign-in/failed-sign-ins.ts";
import type { SignInOrigin } from "./sign-in/request-origin.ts";
import { currentSignup, requireOpenSignup } from "./signup.ts";
import {
  enqueueVerification,
  findReadAccount,
  resendAtLogin,
  reserveUnverifiedEmail,
} from "./verification.ts";

export type SignedIn = { user: UserRow; creator: CreatorRow | undefined; result: SignInResult };

type Client = { ip: string; origin: SignInOrigin };

/**
 * Creates an account with its page, queues the verification email and starts a session, unless only verified
 * accounts may sign in. Throws 403 if sign-up is closed, 400 for a blocked email or handle, 409 for a taken
 * email or handle.
 */
export async function registerAccount(
  deps: AccountDeps,
  { ip, origin, ...input }: RegisterInput & Client,
): Promise<{ user: UserRow; creator: CreatorRow; result: SignInResult | undefined }> {
  // Do not hash the password of a request that cannot succeed.
  if ((await currentSignup(deps.db, deps.signup)) !== "open") throw errors.signupClosed();
  await requireEmailAllowed(deps.db, input.email);
  await requireHandleAllowed(deps.db, input.handle);
  await rejectCommonPassword(input.password);
  rejectOwnName(input.password, input);
  const passwordHash = await hashPassword(input.password);
  // Above the limit, create the account without an email. Its user can request one later.
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
    await acceptByRegistering(tx, deps, user.id);
    if (isMailed) await enqueueVerification(tx, deps, { ...user, handle: creator.handle });
    const signIn = { userId: user.id, method: "registration", origin } as const;
    const result = deps.requireVerifiedEmail ? undefined : await completeSignIn(tx, deps, signIn);
    return { user, creator, result };
  });
}

/**
 * Signs a user in by email and password. Throws the same 401 after the same time for an unknown email and a
 * wrong password, and 403 for an unverified account if only verified ones may sign in.
 */
export async function signIn(
  deps: AccountDeps,
  { ip, origin, readerToken, ...input }: LoginInput & Client & { readerToken?: string | undefined },
): Promise<SignedIn> {
  const { db, requireVerifiedEmail } = deps;
  const user = await findUserByEmail(db, input.email);
  const match = await matchPassword(user?.passwordHash, input.password);
  if (!user || match === "none") {
    await enqueueFailedSignIn(deps, { email: input.email, origin });
    throw errors.wrongLogin();
  }
  if (requireVerifiedEmail && !user.emailVerifiedAt) {
    // Without a session, the user could not request another email if the first one expired or was lost.
    await resendAtLogin(deps, { ...user, ip });
    throw errors.emailNotVerified();
  }
  const renewedHash = match === "as-typed" ? await hashPassword(input.password) : null;
  return inTransaction(db, async (tx) => {
    // The password may have been changed during the check.
    const current = await lockUser(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw errors.wrongLogin();
    // The password and the emailed link in one browser together prove the ownership.
    if (!current.ownershipProvenAt && (await findReadAccount(tx, readerToken)) === user.id)
      await markOwnershipProven(tx, user.id, deps.adminEmail);
    if (renewedHash) await setPassword(tx, user.id, renewedHash);
    const result = await completeSignIn(tx, deps, { userId: user.id, method: "password", origin });
    return { user, creator: await findCreatorByUser(tx, user.id), result };
  });
}

/**
 * Returns the user of a session, or null if it has ended, or if the account is unverified and only verified
 * ones may sign in.
 */
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
  // The session may be older than the setting.
  if (requireVerifiedEmail && !found.viewer.emailVerifiedAt) return null;
  if (found.stale) await touchSession(db, tokenHash);
  return found.viewer;
}
