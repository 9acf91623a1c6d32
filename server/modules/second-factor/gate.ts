import { and, eq, lt, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { hashToken, randomToken } from "../../platform/tokens.ts";
import { PENDING_SECONDS, type SecondFactor, users } from "../accounts/index.ts";
import { pendingSignIns, secondFactors } from "./tables.ts";

const oldest = sql`now() - make_interval(secs => ${PENDING_SECONDS})`;
const passwordState = sql`sha256(convert_to(coalesce(${users.passwordHash}, ''), 'UTF8'))`;

export async function enabledAt(db: Queries, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ enabledAt: secondFactors.enabledAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return row?.enabledAt ?? null;
}

export const isEnabled = async (db: Queries, userId: string) => (await enabledAt(db, userId)) !== null;

/** Stores a user's sign-in until the second factor is given. Returns null if none is required. */
export const deferSignIn: SecondFactor["defer"] = async (tx, { userId, method, secondFactor }) => {
  if (secondFactor || !(await isEnabled(tx, userId))) return null;
  const pendingToken = randomToken();
  await deleteOldPending(tx);
  await tx.insert(pendingSignIns).select(
    tx
      .select({
        tokenHash: sql`${hashToken(pendingToken)}::bytea`.as("token_hash"),
        userId: users.id,
        method: sql`${method}::text`.as("method"),
        passwordState: passwordState.as("password_state"),
        createdAt: sql`now()`.as("created_at"),
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
  return { pendingToken };
};

/** Returns a sign-in that waits for its code, or undefined if it has expired or the password has changed. */
export const findPending = (db: Queries, token: string) =>
  db
    .select({ userId: pendingSignIns.userId, method: pendingSignIns.method })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(
      and(
        eq(pendingSignIns.tokenHash, hashToken(token)),
        sql`${pendingSignIns.createdAt} > ${oldest}`,
        eq(pendingSignIns.passwordState, passwordState),
      ),
    )
    .then(first);

export async function deleteOldPending(db: Queries): Promise<void> {
  await deleteInBatches(db, pendingSignIns, lt(pendingSignIns.createdAt, oldest));
}

export async function deletePending(tx: Transaction, token: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, hashToken(token)));
}

export async function deletePendingOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}
