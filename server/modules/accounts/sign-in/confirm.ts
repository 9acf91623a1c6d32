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

/** Returns the ways in which a user can confirm their identity, the best first. */
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
  /** The field of the input that has the password. */
  field?: string;
};

/** Returns the viewer's account if the password is right. Failures are recorded and count like failed logins of this account from this network. Throws 400 and 429. */
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

/** Confirms a session with the account's password. Throws 400, 403 where there are no passwords, 429. */
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

/** Clocks of providers differ by less. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Confirms a session after another sign-in at the provider. Returns whether it was the same user, authenticated after the start. */
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

type RepeatedSignIn = Arrival & { askedAt: Date; tellsTime: boolean };

/** Returns whether the provider asked the user for a proof. If it never reports that, this counts as much as a sign-in there. */
function wasAskedAgain({ profile, askedAt, tellsTime }: RepeatedSignIn): boolean {
  const { at } = profile.authentication;
  if (at === null) return !tellsTime;
  return at.getTime() >= askedAt.getTime() - CLOCK_TOLERANCE_MS;
}

/** Records that a session's user has proved their identity, and the age of the passkey or app used. Throws 401 if the session has ended meanwhile. */
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
