import { asc, eq, sql } from "drizzle-orm";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { findUserByEmail } from "./repository.ts";
import { users } from "./tables.ts";

export type GrantOutcome = "unknown" | "already" | { granted: true; verified: boolean };
export type RevokeOutcome = "unknown" | "already" | "last" | { revoked: true };

/** Makes the account of an address an administrator, verified or not. */
export async function grantAdmin(db: Database, email: string): Promise<GrantOutcome> {
  const user = await findUserByEmail(db, email);
  if (!user) return "unknown";
  if (user.isAdmin) return "already";
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, user.id));
  return { granted: true, verified: user.emailVerifiedAt !== null };
}

/** What the account of ADMIN_EMAIL is: missing, not proven to be its owner's, or an administrator. */
export type NamedAdmin = "unknown" | "unproven" | "admin";

/** Makes the account of the configured address an administrator, unless it may still be held by somebody else than the address's owner. */
export async function promoteNamedAdmin(db: Queries, adminEmail: string): Promise<NamedAdmin> {
  const user = await findUserByEmail(db, adminEmail);
  if (!user) return "unknown";
  if (user.isAdmin) return "admin";
  if (!user.ownershipProvenAt) return "unproven";
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, user.id));
  return "admin";
}

/** Makes an administrator an ordinary person, at once in every session; the last one stays. */
export async function revokeAdmin(db: Database, email: string): Promise<RevokeOutcome> {
  return inTransaction(db, async (tx) => {
    // All of them are locked, in one order: of two who revoke each other, the second sees what the first did.
    const admins = await tx
      .select({ id: users.id, email: sql<string>`lower(${users.email})` })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(asc(users.id))
      .for("no key update");
    const admin = admins.find((one) => one.email === email.toLowerCase());
    if (!admin) return (await findUserByEmail(tx, email)) ? "already" : "unknown";
    if (admins.length === 1) return "last";
    await tx.update(users).set({ isAdmin: false }).where(eq(users.id, admin.id));
    return { revoked: true };
  });
}
