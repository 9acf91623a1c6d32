import { eq, sql } from "drizzle-orm";
import type { Queries } from "../../../platform/database/index.ts";
import { sessions } from "../tables.ts";

/** Records that the session's user has given a second factor. */
export async function markSecondFactor(db: Queries, sessionId: string): Promise<void> {
  await db.update(sessions).set({ secondFactorAt: sql`now()` }).where(eq(sessions.id, sessionId));
}

/** Records in all sessions of a user that the account has no second factor. */
export async function unmarkSecondFactor(db: Queries, userId: string): Promise<void> {
  await db.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, userId));
}
