import { and, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { onViolation } from "../../platform/database/errors.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import {
  type Database,
  first,
  firstOrThrow,
  lazyPrepared,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import { deleteAcceptances } from "../site-documents/index.ts";
import { errors } from "./errors.ts";
import { requireEmailFree } from "./security/email-changes.ts";
import { sessions, users } from "./tables.ts";

export type UserRow = typeof users.$inferSelect;

/** A session ends after 30 days without use, and after 90 days in any case, by the database's clock. */
const idleLimit = sql`now() - interval '30 days'`;
/** The time for which authentication counts as recent, as sensitive actions require. */
const confirmedSince = sql`now() - interval '10 minutes'`;
const ageLimit = sql`now() - interval '90 days'`;

/** Inserts an account. Throws 409 if the email is in use, or a former account can still take it back. */
export async function insertUser(tx: Transaction, values: typeof users.$inferInsert): Promise<UserRow> {
  await requireEmailFree(tx, values);
  return tx
    .insert(users)
    .values(values)
    .returning()
    .catch(onViolation("users_email_unique", errors.emailTaken))
    .then(firstOrThrow("insert returned no user"));
}

export const findUserByEmail = (db: Queries, email: string) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .then(first);

export const findUser = (db: Queries, id: string) =>
  db.select().from(users).where(eq(users.id, id)).then(first);

/**
 * Returns a creator's email and whether it is verified. The email is null if it is unverified or at a domain
 * without email (RFC 2606). The demo creator, who has such an email, counts as verified.
 */
export async function findOwner(db: Queries, creatorId: number) {
  const [row] = await db
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt, passwordHash: users.passwordHash })
    .from(creators)
    .innerJoin(users, eq(users.id, creators.userId))
    .where(eq(creators.id, creatorId));
  if (!row) return { isVerified: false, email: null };
  const getsNoMail = row.email.endsWith(".invalid");
  const isDemo = getsNoMail && row.passwordHash === null;
  const isVerified = row.verifiedAt !== null || isDemo;
  return { isVerified, email: isVerified && !getsNoMail ? row.email : null };
}

/**
 * Reads an account and locks it against changes until the transaction ends. Lock it before changing its
 * links, to prevent deadlocks.
 */
export const lockUser = (tx: Transaction, id: string) =>
  tx.select().from(users).where(eq(users.id, id)).for("no key update").then(first);

export async function setPassword(db: Queries, id: string, passwordHash: string | null): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
}

export async function setLanguage(db: Queries, id: string, language: string | null): Promise<void> {
  await db.update(users).set({ language }).where(eq(users.id, id));
}

/** Marks the email of an account as verified, which does not prove who owns the account. */
export async function setVerified(db: Queries, id: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(eq(users.id, id));
}

/**
 * Marks the ownership of an account as proven. An account with the email of ADMIN_EMAIL becomes an
 * administrator.
 */
export async function markOwnershipProven(db: Queries, id: string, adminEmail: string | undefined) {
  await db
    .update(users)
    .set({
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
      ownershipProvenAt: sql`coalesce(${users.ownershipProvenAt}, now())`,
      isAdmin: sql`${users.isAdmin} or lower(${users.email}) = ${adminEmail ?? ""}`,
    })
    .where(eq(users.id, id));
}

/**
 * Records that the email's owner took over the account, and must choose what happens to its contents. The stranger accepted
 * the operator's documents, not the owner.
 */
export async function setReclaimed(tx: Transaction, id: string): Promise<void> {
  await deleteAcceptances(tx, { userId: id });
  await tx.update(users).set({ reclaimedAt: sql`now()` }).where(eq(users.id, id));
}

/** Records that the owner keeps the contents of the account. */
export async function settleReclaim(tx: Transaction, id: string): Promise<void> {
  await tx.update(users).set({ reclaimedAt: null }).where(eq(users.id, id));
}

export const isValidSession = and(gt(sessions.lastSeenAt, idleLimit), gt(sessions.createdAt, ageLimit));

/** Returns whether a session belongs to the account. */
export async function isSessionOf(db: Queries, userId: string, tokenHash: Buffer): Promise<boolean> {
  const isOwn = and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId));
  return (await db.$count(sessions, and(isOwn, isValidSession))) > 0;
}

/** Returns whether it has ever been possible to sign in to the account. */
export async function hasWayIn(db: Queries, user: UserRow): Promise<boolean> {
  return user.passwordHash !== null || (await db.$count(sessions, eq(sessions.userId, user.id))) > 0;
}

/** Inserts a session. Call `completeSignIn` instead, which decides whether a session may start. */
export async function insertSession(db: Queries, values: PgInsertValue<typeof sessions>): Promise<void> {
  await db.insert(sessions).values(values);
}

/** A prepared query, which PostgreSQL plans once per connection, because every signed-in request runs it. */
const viewerOf = lazyPrepared((db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      creatorId: creators.id,
      sessionId: sessions.id,
      hasSecondFactor: sql<boolean>`${sessions.secondFactorAt} is not null`,
      isConfirmed: sql<boolean>`coalesce(${sessions.confirmedAt} > ${confirmedSince}, false)`,
      isSuspended: sql<boolean>`coalesce(${creators.suspension} = 'account', false)`,
      deletionAt: users.deletionAt,
      reclaimedAt: users.reclaimedAt,
      language: users.language,
      stale: sql<boolean>`${sessions.lastSeenAt} < now() - interval '1 hour'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(creators, eq(creators.userId, users.id))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), isValidSession))
    .prepare("find_session_viewer"),
);

/** Returns the user of a valid session, and whether its time of last use should be updated. */
export async function findSessionViewer(db: Database, tokenHash: Buffer) {
  const [row] = await viewerOf(db).execute({ tokenHash });
  if (!row) return undefined;
  const { stale, ...viewer } = row;
  return { viewer, stale };
}

export async function touchSession(db: Queries, tokenHash: Buffer): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(db: Queries, tokenHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Deletes all sessions of an account except one. */
export async function deleteSessionsOf(db: Queries, userId: string, keptId?: string): Promise<void> {
  const others = keptId ? ne(sessions.id, keptId) : undefined;
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

export async function deleteExpiredSessions(db: Queries): Promise<void> {
  const isExpired = or(lt(sessions.lastSeenAt, idleLimit), lt(sessions.createdAt, ageLimit));
  await deleteInBatches(db, sessions, isExpired);
}
