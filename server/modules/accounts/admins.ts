import { eq } from "drizzle-orm";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { lockAdminAccounts } from "./account-admin.ts";
import { findUserByEmail } from "./repository.ts";
import { users } from "./tables.ts";

export type GrantOutcome = "unknown" | "already" | { granted: true; verified: boolean };
export type RevokeOutcome = "unknown" | "already" | "last" | { revoked: true };

/** Grants the administrator role to the account with this email, verified or not. */
export async function grantAdmin(db: Database, email: string): Promise<GrantOutcome> {
  const user = await findUserByEmail(db, email);
  if (!user) return "unknown";
  if (user.isAdmin) return "already";
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, user.id));
  return { granted: true, verified: user.emailVerifiedAt !== null };
}

/** The state of ADMIN_EMAIL's account: missing, without proven ownership, or an administrator. */
export type NamedAdmin = "unknown" | "unproven" | "admin";

/** Grants the administrator role to the account of ADMIN_EMAIL, unless a stranger may have registered it. */
export async function promoteNamedAdmin(db: Queries, adminEmail: string): Promise<NamedAdmin> {
  const user = await findUserByEmail(db, adminEmail);
  if (!user) return "unknown";
  if (user.isAdmin) return "admin";
  if (!user.ownershipProvenAt) return "unproven";
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, user.id));
  return "admin";
}

/**
 * Revokes the administrator role with immediate effect in every session. Refuses for the last administrator.
 */
export async function revokeAdmin(db: Database, email: string): Promise<RevokeOutcome> {
  return inTransaction(db, async (tx) => {
    const admins = await lockAdminAccounts(tx);
    const admin = admins.find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!admin) return (await findUserByEmail(tx, email)) ? "already" : "unknown";
    // Administrators with a scheduled deletion do not count.
    if (!admins.some(({ id, deletionAt }) => id !== admin.id && deletionAt === null)) return "last";
    await tx.update(users).set({ isAdmin: false }).where(eq(users.id, admin.id));
    return { revoked: true };
  });
}
