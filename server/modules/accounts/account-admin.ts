import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Audience } from "../../../contract/api/marketing.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { issueToken, LIFETIMES } from "./one-time-tokens.ts";
import { requirePasswords } from "./passwords.ts";
import { lockUser, type UserRow } from "./repository.ts";
import { enqueueResetEmail } from "./reset-mail.ts";
import { users } from "./tables.ts";

/**
 * Locks all administrators until the transaction ends. Returns the ids of those without a scheduled deletion.
 */
export async function lockAdmins(tx: Transaction): Promise<Set<string>> {
  const admins = await lockAdminAccounts(tx);
  return new Set(admins.filter(({ deletionAt }) => deletionAt === null).map(({ id }) => id));
}

/**
 * Locks all administrators until the transaction ends and returns their accounts. If two administrators
 * change each other, the second sees the first change.
 */
export async function lockAdminAccounts(tx: Transaction) {
  // This lock prevents a deadlock. A transaction that waited for a row keeps its lock even if the user is no
  // administrator any more, so two of them could lock rows in different orders.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`);
  return tx
    .select({ id: users.id, email: users.email, deletionAt: users.deletionAt })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.id))
    .for("no key update");
}

export const countAdmins = (db: Queries) => db.$count(users, eq(users.isAdmin, true));

export async function listAdminEmails(db: Queries): Promise<string[]> {
  const admins = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNotNull(users.emailVerifiedAt)))
    .orderBy(asc(users.id));
  return admins.map(({ email }) => email);
}

/**
 * Grants or revokes the administrator role, with immediate effect in every session. The caller has locked the
 * administrators.
 */
export async function setAdmin(tx: Transaction, id: string, isAdmin: boolean): Promise<void> {
  await tx.update(users).set({ isAdmin }).where(eq(users.id, id));
}

/** Deletes an account with all rows that refer to it. Its sessions end at once. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

/** Queues an invitation to set a password, or to sign in with the provider if there are no passwords. */
export async function enqueueInvitation(
  tx: Transaction,
  deps: Pick<AccountDeps, "mails" | "derive" | "passwordLogin" | "oidcName" | "openId">,
  { user, displayName, handle }: { user: UserRow; displayName: string; handle: string },
): Promise<void> {
  const tokenId = await issueToken(tx, { userId: user.id, purpose: "invite", derive: deps.derive });
  await deps.mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "invitation",
      displayName,
      handle,
      validHours: LIFETIMES.invite / 60,
      ...(deps.passwordLogin
        ? { links: { main: { to: "set-password", seed: tokenId } } }
        : {
            signInWith: deps.openId.oidc ? deps.oidcName : "Google",
            links: { main: { to: "page", path: paths.auth() } },
          }),
    },
    cause: `invitation ${tokenId}`,
  });
}

/**
 * Queues a password reset email for an account. Returns false if the account does not exist. Throws 403 if
 * the site has no passwords.
 */
export async function enqueueReset(
  tx: Transaction,
  deps: Pick<AccountDeps, "mails" | "derive" | "passwordLogin">,
  id: string,
): Promise<boolean> {
  requirePasswords(deps);
  const user = await lockUser(tx, id);
  if (user) await enqueueResetEmail(tx, deps, { user });
  return user !== undefined;
}

/** Returns the condition for an audience's users, who have a page and a verified email. */
const inAudience = (audience: Audience) => {
  const paid = or(eq(creators.plan, "creator"), eq(creators.subscriptionActive, true));
  return and(
    isNotNull(users.emailVerifiedAt),
    isNull(users.deletionAt),
    audience === "all" ? undefined : audience === "creator" ? paid : sql`not (${paid})`,
  );
};

/** Returns a query of the emails in an audience, in the column `email`. */
export const audienceQuery = (audience: Audience): SQL => sql`
  select ${users.email} as email from ${users} inner join ${creators} on ${creators.userId} = ${users.id}
  where ${inAudience(audience)}`;

/** Returns the next users of an audience by id. Locks them against deletion until the transaction ends. */
export async function listAudience(
  tx: Transaction,
  { audience, after, limit }: { audience: Audience; after: string | null; limit: number },
): Promise<{ id: string; email: string }[]> {
  return tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(creators, eq(creators.userId, users.id))
    .where(and(inAudience(audience), after === null ? undefined : gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit)
    .for("key share", { of: users });
}
