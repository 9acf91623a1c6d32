import { and, asc, eq, gt, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Audience } from "../../../contract/marketing.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { issueToken, LIFETIMES } from "./one-time-tokens.ts";
import { findUserByEmail, lockUser, type UserRow } from "./repository.ts";
import { enqueueResetEmail } from "./reset-mail.ts";
import { users } from "./tables.ts";

/** The ids of all administrators, who stay what they are until the transaction ends. They are locked in one order, so that of two who act on each other the second sees what the first did. */
export async function lockAdmins(tx: Transaction): Promise<Set<string>> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.id))
    .for("no key update");
  return new Set(admins.map(({ id }) => id));
}

/** Whether an address has an account. */
export async function hasAccount(db: Queries, email: string): Promise<boolean> {
  return (await findUserByEmail(db, email)) !== undefined;
}

/** Makes somebody an administrator or an ordinary person, at once in every session. The caller holds the administrators. */
export async function setAdmin(tx: Transaction, id: string, isAdmin: boolean): Promise<void> {
  await tx.update(users).set({ isAdmin }).where(eq(users.id, id));
}

/** Deletes an account with everything that hangs on it; its sessions end at once. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

/** Queues the mail by which an invited person sets a password. */
export async function enqueueInvitation(
  tx: Transaction,
  deps: Pick<AccountDeps, "mails" | "derive">,
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
      links: { main: { to: "set-password", seed: tokenId } },
    },
    cause: `invitation ${tokenId}`,
  });
}

/** Queues a reset mail for an account; false when there is none. */
export async function enqueueReset(
  tx: Transaction,
  deps: Pick<AccountDeps, "mails" | "derive">,
  id: string,
): Promise<boolean> {
  const user = await lockUser(tx, id);
  if (user) await enqueueResetEmail(tx, deps, { user });
  return user !== undefined;
}

/** Whom an audience holds: people with a page whose address is known to be read by its owner. */
const inAudience = (audience: Audience) => {
  const paid = or(eq(creators.plan, "creator"), eq(creators.subscriptionActive, true));
  return and(
    isNotNull(users.emailVerifiedAt),
    audience === "all" ? undefined : audience === "creator" ? paid : sql`not (${paid})`,
  );
};

/** A query of the addresses in an audience, in the column `email`. */
export const audienceQuery = (audience: Audience): SQL => sql`
  select ${users.email} as email from ${users} inner join ${creators} on ${creators.userId} = ${users.id}
  where ${inAudience(audience)}`;

/** The next people of an audience, by id; none of them is deleted before the transaction ends. */
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
