import { count, desc, eq } from "drizzle-orm";
import type { FeedbackStatus } from "../../../contract/api/feedback.ts";
import { onViolation } from "../../platform/database/errors.ts";
import { firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import { creators } from "../creators/index.ts";
import { feedback } from "./tables.ts";

/** Feedback with the page of its author. Both added fields are null for a user without a page. */
export type FeedbackRow = typeof feedback.$inferSelect & {
  handle: string | null;
  displayName: string | null;
};

function selectFeedback(db: Queries) {
  return db
    .select({ feedback, handle: creators.handle, displayName: creators.displayName })
    .from(feedback)
    .leftJoin(creators, eq(creators.userId, feedback.userId));
}

export async function selectOfUser(db: Queries, { userId, limit }: { userId: string; limit: number }) {
  const rows = await selectFeedback(db)
    .where(eq(feedback.userId, userId))
    .orderBy(desc(feedback.id))
    .limit(limit);
  return rows.map((row) => ({ ...row.feedback, handle: row.handle, displayName: row.displayName }));
}

const withStatus = (status: FeedbackStatus | undefined) =>
  status === undefined ? undefined : eq(feedback.status, status);

/** Inserts feedback. Throws 401 when the user was deleted in the meantime. */
export async function insertFeedback(db: Queries, values: typeof feedback.$inferInsert): Promise<number> {
  const row = await db
    .insert(feedback)
    .values(values)
    .returning({ id: feedback.id })
    .catch(onViolation("feedback_user_id_users_id_fk", httpErrors.signedOut))
    .then(firstOrThrow("insert returned no feedback"));
  return row.id;
}

export async function findFeedback(db: Queries, id: number): Promise<FeedbackRow | undefined> {
  const [row] = await selectFeedback(db).where(eq(feedback.id, id));
  return row && { ...row.feedback, handle: row.handle, displayName: row.displayName };
}

export async function selectPage(
  db: Queries,
  { status, limit, offset }: { status: FeedbackStatus | undefined; limit: number; offset: number },
): Promise<FeedbackRow[]> {
  const rows = await selectFeedback(db)
    .where(withStatus(status))
    .orderBy(desc(feedback.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row.feedback, handle: row.handle, displayName: row.displayName }));
}

export async function countFeedback(db: Queries, status: FeedbackStatus | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(feedback).where(withStatus(status));
  return row?.count ?? 0;
}

/** Locks feedback until the transaction ends. Returns its status, or undefined if it does not exist. */
export async function lockFeedbackStatus(tx: Transaction, id: number): Promise<FeedbackStatus | undefined> {
  const [row] = await tx
    .select({ status: feedback.status })
    .from(feedback)
    .where(eq(feedback.id, id))
    .for("no key update");
  return row?.status;
}

/** Updates the status. Returns false if the feedback does not exist. */
export async function updateStatus(db: Queries, id: number, status: FeedbackStatus): Promise<boolean> {
  const rows = await db
    .update(feedback)
    .set({ status })
    .where(eq(feedback.id, id))
    .returning({ id: feedback.id });
  return rows.length > 0;
}
