import { and, eq, sql } from "drizzle-orm";
import type { ConfirmationWay } from "../../../../contract/api/account-security.ts";
import { type Database, inTransaction, type Queries } from "../../../platform/database/index.ts";
import { httpErrors } from "../../../platform/http/app-error.ts";
import { tryConsume } from "../../../platform/http/rate-limiter.ts";
import type { Viewer } from "../../../platform/http/viewer.ts";
import type { OpenIdProfile } from "../../../platform/openid/port.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { findIdentity } from "../oidc.ts";
import { matchesPassword } from "../passwords.ts";
import { findUser, lockUser } from "../repository.ts";
import { identities, sessions } from "../tables.ts";
import { consumeFailedSignIn, failedSignIns, RECORDED_FAILURES } from "./failed-sign-ins.ts";
import { recordSignIn } from "./history.ts";
import type { SignInOrigin } from "./request-origin.ts";

type Prover = Pick<Viewer, "userId" | "sessionId" | "email">;

/** Returns how a user can prove who they are. */
export async function listConfirmationWays(db: Database, userId: string): Promise<ConfirmationWay[]> {
  const [user, providers] = await Promise.all([
    findUser(db, userId),
    db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId)),
  ]);
  return [
    ...(user?.passwordHash ? (["password"] as const) : []),
    ...providers.map(({ provider }) => provider),
  ];
}

/** Confirms a session with the account's password. Failures count like failed logins of this account from this network, and are recorded. Throws 400 and 429. */
export async function confirmWithPassword(
  { db, limits }: Pick<AccountDeps, "db" | "limits">,
  { viewer, password, ip, origin }: { viewer: Prover; password: string; ip: string; origin: SignInOrigin },
): Promise<void> {
  const { userId, email } = viewer;
  await consumeFailedSignIn(limits, { ip, email });
  const user = await findUser(db, userId);
  if (!(await matchesPassword(user?.passwordHash, password))) {
    if (await tryConsume(limits, { ...RECORDED_FAILURES, key: userId }))
      await recordSignIn(db, { userId, method: "password", outcome: "confirmation_failed", origin });
    throw errors.wrongPassword();
  }
  await limits.reset(failedSignIns({ ip, email }));
  await inTransaction(db, async (tx) => {
    // The password may have been changed during the check.
    const current = await lockUser(tx, userId);
    if (current?.passwordHash !== user?.passwordHash) throw errors.wrongPassword();
    await confirmSession(tx, viewer);
  });
}

/** The provider may be reached within the time of a sign-in attempt. */
const OIDC_MINUTES = 10;

/** Confirms a session whose user has signed in again at the provider, and returns whether it was the same user. */
export async function confirmWithProfile(
  { db, clock }: Pick<AccountDeps, "db" | "clock">,
  { viewer, profile, origin }: { viewer: Prover; profile: OpenIdProfile; origin: SignInOrigin },
): Promise<boolean> {
  const { authenticatedAt } = profile;
  const isOld =
    authenticatedAt !== null && authenticatedAt.getTime() < clock.now().getTime() - OIDC_MINUTES * 60_000;
  if (isOld || (await findIdentity(db, profile.subject)) !== viewer.userId) {
    const { userId } = viewer;
    await recordSignIn(db, { userId, method: "google", outcome: "confirmation_failed", origin });
    return false;
  }
  await confirmSession(db, viewer);
  return true;
}

/** Notes that the user of a session has proved who they are. Throws 401 when the session has ended meanwhile. */
export async function confirmSession(
  db: Queries,
  { userId, sessionId }: Pick<Viewer, "userId" | "sessionId">,
): Promise<void> {
  const rows = await db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (rows.length === 0) throw httpErrors.signedOut();
}
