import { and, eq, sql } from "drizzle-orm";
import type { ConfirmationWay } from "../../../../contract/api/sign-in-methods.ts";
import { inTransaction, type Queries } from "../../../platform/database/index.ts";
import { httpErrors } from "../../../platform/http/app-error.ts";
import type { Viewer } from "../../../platform/http/viewer.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { type Arrival, findIdentity } from "../oidc.ts";
import { matchPassword, requirePasswords } from "../passwords.ts";
import { findUser, lockUser, type UserRow } from "../repository.ts";
import { identities, sessions } from "../tables.ts";
import { consumeFailedSignIn, resetFailedSignIns } from "./failed-sign-ins.ts";
import { recordFailure } from "./history.ts";
import type { SignInOrigin } from "./request-origin.ts";

type Prover = Pick<Viewer, "userId" | "sessionId" | "email">;

/** Returns the ways in which a user can confirm their identity, best first. */
export async function listConfirmationWays(
  {
    db,
    passkeys,
    passwordLogin,
    secondFactor,
  }: Pick<AccountDeps, "db" | "passkeys" | "passwordLogin" | "secondFactor">,
  userId: string,
): Promise<ConfirmationWay[]> {
  const [user, providers, usablePasskeys, hasCode] = await Promise.all([
    findUser(db, userId),
    db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId)),
    passkeys.countUsable(db, userId),
    secondFactor.isEnabled(db, userId),
  ]);
  return [
    ...(usablePasskeys > 0 ? (["passkey"] as const) : []),
    ...(passwordLogin && user?.passwordHash ? (["password"] as const) : []),
    ...(hasCode ? (["code"] as const) : []),
    ...providers.map(({ provider }) => provider),
  ];
}

type PasswordProof = {
  viewer: Prover;
  password: string;
  ip: string;
  origin: SignInOrigin;
  /** The name of the input's password field. */
  field?: string;
};

/**
 * Returns the viewer's account if the password is right. Failures are recorded, and count as failed logins of
 * this account from this network. Throws 400, 429.
 */
export async function requireOwnPassword(
  { db, limits }: Pick<AccountDeps, "db" | "limits">,
  { viewer: { userId, email }, password, ip, origin, field = "password" }: PasswordProof,
): Promise<UserRow> {
  await consumeFailedSignIn(limits, { ip, email });
  const user = await findUser(db, userId);
  const match = await matchPassword(user?.passwordHash, password);
  if (!user || match === "none") {
    const failure = { userId, method: "password", outcome: "confirmation_failed", origin } as const;
    await recordFailure({ db, limits }, failure);
    throw errors.wrongPassword({ field });
  }
  return user;
}

/** Confirms a session with the account's password. Throws 400, 403 if the site has no passwords, 429. */
export async function confirmWithPassword(
  deps: Pick<AccountDeps, "db" | "limits" | "passwordLogin">,
  proof: PasswordProof,
): Promise<void> {
  requirePasswords(deps);
  const { viewer, ip } = proof;
  const user = await requireOwnPassword(deps, proof);
  await resetFailedSignIns(deps.limits, { ip, email: viewer.email });
  await inTransaction(deps.db, async (tx) => {
    // The password may have been changed during the check.
    const current = await lockUser(tx, user.id);
    if (current?.passwordHash !== user.passwordHash) throw errors.wrongPassword();
    await confirmSession(tx, viewer);
  });
}

/** The maximum by which a provider's clock may be behind. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Confirms a session after a new sign-in at the provider. Returns false if another user signed in, or if the
 * authentication is older than the request.
 */
export async function confirmWithProfile(
  { db, limits }: Pick<AccountDeps, "db" | "limits">,
  { viewer, arrival, origin }: { viewer: Prover; arrival: RepeatedSignIn; origin: SignInOrigin },
): Promise<boolean> {
  if (!wasAskedAgain(arrival) || (await findIdentity(db, arrival)) !== viewer.userId) {
    const { userId } = viewer;
    const failure = { userId, method: arrival.provider, outcome: "confirmation_failed", origin } as const;
    await recordFailure({ db, limits }, failure);
    return false;
  }
  await confirmSession(db, viewer);
  return true;
}

type RepeatedSignIn = Arrival & { askedAt: Date; hasAuthTime: boolean };

/**
 * Returns whether the provider authenticated the user again. For a provider that never reports the time, any
 * sign-in there counts.
 */
function wasAskedAgain({ profile, askedAt, hasAuthTime }: RepeatedSignIn): boolean {
  const { at } = profile.authentication;
  if (at === null) return !hasAuthTime;
  return at.getTime() >= askedAt.getTime() - CLOCK_TOLERANCE_MS;
}

/**
 * Records that the session's user has confirmed their identity. `proofSince` is the time at which the used
 * passkey or app was added. Throws 401 if the session has ended in the meantime.
 */
export async function confirmSession(
  db: Queries,
  { userId, sessionId }: Pick<Viewer, "userId" | "sessionId">,
  proofSince: Date | null = null,
): Promise<void> {
  const rows = await db
    .update(sessions)
    .set({ confirmedAt: sql`now()`, proofSince })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (rows.length === 0) throw httpErrors.signedOut();
}
