import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { DELETION_DAYS } from "../../../contract/rules/limits.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { type DeriveToken, hashToken } from "../../platform/tokens.ts";
import { oneTimeTokens, type TokenPurpose, users } from "./tables.ts";

/** The lifetimes of emailed links in minutes. */
export const LIFETIMES: Record<TokenPurpose, number> = {
  verify: 48 * 60,
  reset: 60,
  invite: 7 * 24 * 60,
  "undo-deletion": DELETION_DAYS * 24 * 60,
  "sign-in": 15,
};

/** Derives the token of an emailed link from its row's id when the email is rendered. The database stores only its hash. */
export const deriveMailToken = (derive: DeriveToken, purpose: TokenPurpose, id: string): string =>
  derive("mail", purpose, id);

/**
 * Creates a link of a purpose for an account and revokes earlier ones. Returns the id from which the token is
 * derived. The caller has locked the account.
 */
export async function issueToken(
  tx: Transaction,
  token: { userId: string; purpose: TokenPurpose; derive: DeriveToken; id?: string },
): Promise<string> {
  const { userId, purpose, derive, id = randomUUID() } = token;
  await revokeTokens(tx, { userId, purpose });
  await tx.insert(oneTimeTokens).values({
    id,
    userId,
    purpose,
    tokenHash: hashToken(deriveMailToken(derive, purpose, id)),
    expiresAt: sql`now() + make_interval(mins => ${LIFETIMES[purpose]})`,
  });
  return id;
}

/** Revokes the open links of a purpose, so that only the link in the newest email works. */
export async function revokeTokens(
  db: Queries,
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
): Promise<void> {
  await db
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.usedAt)),
    );
}

/** Revokes the open links of an account, of all purposes unless given. */
export async function revokeAllTokens(
  db: Queries,
  userId: string,
  purposes: readonly TokenPurpose[] = ["verify", "reset", "invite"],
): Promise<void> {
  for (const purpose of purposes) await revokeTokens(db, { userId, purpose });
}

/**
 * Returns the stored state of a token, or undefined if it has none of these purposes. The database's clock
 * decides whether it has expired.
 */
export const findToken = (db: Queries, { token, purposes }: { token: string; purposes: TokenPurpose[] }) =>
  db
    .select({
      userId: oneTimeTokens.userId,
      purpose: oneTimeTokens.purpose,
      expired: sql<boolean>`${oneTimeTokens.expiresAt} <= now()`,
      used: sql<boolean>`${oneTimeTokens.usedAt} is not null`,
    })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, hashToken(token)), inArray(oneTimeTokens.purpose, purposes)))
    .then(first);

/** Returns whether a link with this id was created, even if it is used or expired. */
export async function tokenExists(db: Queries, id: string): Promise<boolean> {
  const [row] = await db.select({ id: oneTimeTokens.id }).from(oneTimeTokens).where(eq(oneTimeTokens.id, id));
  return row !== undefined;
}

/**
 * Marks a token as used. Returns its row's id, or undefined if it is unknown, used or expired. The caller has
 * locked the account.
 */
export async function consumeToken(
  tx: Transaction,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<string | undefined> {
  const [row] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        sql`${oneTimeTokens.expiresAt} > now()`,
      ),
    )
    .returning({ id: oneTimeTokens.id });
  return row?.id;
}

/** Returns whether the account got a link of a purpose within the last minutes that still works. */
export async function hasOpenToken(
  db: Queries,
  { userId, purpose, maxAgeMinutes }: { userId: string; purpose: TokenPurpose; maxAgeMinutes: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        sql`${oneTimeTokens.expiresAt} > now()`,
        sql`${oneTimeTokens.createdAt} > now() - make_interval(mins => ${maxAgeMinutes})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * The minimum share of a link's lifetime that must be left when its email is sent. With less, the email
 * counts as delayed.
 */
const MIN_REMAINING_SHARE = 0.9;

/**
 * Renews the lifetime of a link just before its email is sent, if the email was delayed. Returns false if the
 * link no longer works or is no longer needed: it was used or replaced, its account was deleted, or its email
 * is verified.
 */
export async function refreshToken(db: Queries, { id, purpose }: { id: string; purpose: TokenPurpose }) {
  const minutes = LIFETIMES[purpose];
  const rows = await db
    .update(oneTimeTokens)
    .set({
      expiresAt: sql`case when ${oneTimeTokens.expiresAt} < now() + make_interval(mins => ${Math.round(minutes * MIN_REMAINING_SHARE)})
        then now() + make_interval(mins => ${minutes}) else ${oneTimeTokens.expiresAt} end`,
    })
    .from(users)
    .where(
      and(
        eq(oneTimeTokens.id, id),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        eq(users.id, oneTimeTokens.userId),
        purpose === "verify" ? isNull(users.emailVerifiedAt) : undefined,
      ),
    )
    .returning({ id: oneTimeTokens.id });
  return rows.length > 0;
}

/** Deletes links that expired a month ago. Until then, expired links can be told from invalid ones. */
export async function deleteOldTokens(db: Queries): Promise<void> {
  await deleteInBatches(db, oneTimeTokens, lt(oneTimeTokens.expiresAt, sql`now() - interval '30 days'`));
}
