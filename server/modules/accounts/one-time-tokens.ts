import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { type DeriveToken, hashToken } from "../../platform/tokens.ts";
import { oneTimeTokens, type TokenPurpose, users } from "./tables.ts";

/** How long a mailed link works, in minutes. */
export const LIFETIMES: Record<TokenPurpose, number> = { verify: 48 * 60, reset: 60, invite: 7 * 24 * 60 };

/** The token of a mailed link, made from its row when the mail is written: at rest there is a hash alone. */
export function deriveMailToken(derive: DeriveToken, purpose: TokenPurpose, id: string): string {
  return derive("mail", purpose, id);
}

/** Makes a link of a purpose for an account, which the caller has locked, and ends those before it. Gives the id to derive the token from. */
export async function issueToken(
  tx: Transaction,
  given: { userId: string; purpose: TokenPurpose; derive: DeriveToken; id?: string },
): Promise<string> {
  const { userId, purpose, derive, id = randomUUID() } = given;
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

/** Ends the open links of a purpose, so that only the newest mail works. */
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

export type TokenState = { userId: string; purpose: TokenPurpose; expired: boolean; used: boolean };

/** What is known of a token; undefined when it is none of these purposes. Expiry goes by the database's clock. */
export async function findToken(
  db: Queries,
  { token, purposes }: { token: string; purposes: TokenPurpose[] },
): Promise<TokenState | undefined> {
  const [row] = await db
    .select({
      userId: oneTimeTokens.userId,
      purpose: oneTimeTokens.purpose,
      expired: sql<boolean>`${oneTimeTokens.expiresAt} <= now()`,
      used: sql<boolean>`${oneTimeTokens.usedAt} is not null`,
    })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, hashToken(token)), inArray(oneTimeTokens.purpose, purposes)));
  return row;
}

/** True when a link was made under this id, whatever became of it. */
export async function tokenExists(db: Queries, id: string): Promise<boolean> {
  const [row] = await db.select({ id: oneTimeTokens.id }).from(oneTimeTokens).where(eq(oneTimeTokens.id, id));
  return row !== undefined;
}

/** Uses a token up, of an account that the caller has locked, and gives its row's id; undefined when it is unknown, used or expired. */
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

/** Whether a link of a purpose was sent to the account in the last minutes and still works. */
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

/** What is left of a link's life when its mail goes, at least; less, and the mail has waited. */
const LEFT_AT_LEAST = 0.9;

/** For a mail that is about to go: gives its link the whole of its life again if the mail has waited. False when the link leads nowhere any more: used, replaced, its account gone, or its address verified by now. */
export async function refreshToken(
  db: Queries,
  { id, purpose }: { id: string; purpose: TokenPurpose },
): Promise<boolean> {
  const minutes = LIFETIMES[purpose];
  const rows = await db
    .update(oneTimeTokens)
    .set({
      expiresAt: sql`case when ${oneTimeTokens.expiresAt} < now() + make_interval(mins => ${Math.round(minutes * LEFT_AT_LEAST)})
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

/** Removes links that ended a month ago: until then they can still be told from nonsense. */
export async function deleteOldTokens(db: Queries): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, sql`now() - interval '30 days'`));
}
