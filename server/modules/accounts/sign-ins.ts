import { and, count, eq, isNotNull, max } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import { identities, sessions, users } from "./tables.ts";

/** Counts a user's ways to sign in other than passkeys. A password counts if the site has passwords. */
export async function countWaysIn(
  db: Queries,
  { userId, passwordLogin }: { userId: string; passwordLogin: boolean },
): Promise<number> {
  const hasPassword = and(eq(users.id, userId), isNotNull(users.passwordHash));
  const passwords = passwordLogin ? await db.$count(users, hasPassword) : 0;
  return passwords + (await db.$count(identities, eq(identities.userId, userId)));
}

/** Returns a user's ways to sign in and sessions. */
export async function findSignIns(db: Queries, userId: string) {
  const [[user], providers, [signedIn]] = await Promise.all([
    db
      .select({ emailVerifiedAt: users.emailVerifiedAt, passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, userId)),
    db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId)),
    db
      .select({ sessions: count(), lastSeenAt: max(sessions.lastSeenAt) })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
  ]);
  const password = user?.passwordHash ? (["password"] as const) : [];
  return {
    emailVerifiedAt: user?.emailVerifiedAt ?? null,
    signsInWith: [...password, ...providers.map(({ provider }) => provider)],
    sessions: signedIn?.sessions ?? 0,
    lastSeenAt: signedIn?.lastSeenAt ?? null,
  };
}
