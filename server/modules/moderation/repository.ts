import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { users } from "../accounts/index.ts";
import { creators } from "../creators/index.ts";
import { decisions, reports } from "./tables.ts";

export type ReportRow = typeof reports.$inferSelect;
export type DecisionRow = typeof decisions.$inferSelect;

export const isWaiting = () => inArray(reports.state, ["open", "objected"]);

const listed = {
  report: reports,
  creator: {
    id: creators.id,
    userId: creators.userId,
    handle: creators.handle,
    displayName: creators.displayName,
    suspension: creators.suspension,
  },
};
export type ListedReport = Awaited<ReturnType<typeof selectReports>>[number];

const selectReports = (db: Queries) =>
  db.select(listed).from(reports).leftJoin(creators, eq(creators.id, reports.creatorId)).$dynamic();

/** Returns open reports, oldest first, or closed reports, newest first. */
export async function listReports(
  db: Queries,
  state: "waiting" | "closed",
  range: { limit: number; offset: number },
): Promise<{ rows: ListedReport[]; total: number }> {
  const where = state === "waiting" ? isWaiting() : sql`not ${isWaiting()}`;
  const order: SQL = state === "waiting" ? asc(reports.id) : desc(reports.id);
  const [rows, total] = await Promise.all([
    selectReports(db).where(where).orderBy(order).limit(range.limit).offset(range.offset),
    db.$count(reports, where),
  ]);
  return { rows, total };
}

export const findReport = (db: Queries, id: number) =>
  selectReports(db).where(eq(reports.id, id)).then(first);

export const lockReport = (tx: Transaction, id: number) =>
  tx.select().from(reports).where(eq(reports.id, id)).for("update").then(first);

export const findDecision = (db: Queries, id: number) =>
  db.select().from(decisions).where(eq(decisions.id, id)).then(first);

export const lockDecision = (tx: Transaction, id: number) =>
  tx.select().from(decisions).where(eq(decisions.id, id)).for("update").then(first);

/** Returns the decisions about a creator, newest first, without dismissals. */
export function listDecisionsOn(db: Queries, creatorId: number): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decisions)
    .where(and(eq(decisions.creatorId, creatorId), ne(decisions.scope, "none")))
    .orderBy(desc(decisions.id))
    .limit(100);
}

export function listActive(tx: Transaction, creatorId: number): Promise<DecisionRow[]> {
  return tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.creatorId, creatorId), ne(decisions.scope, "none"), isNull(decisions.liftedAt)));
}

/** Counts the open reports about a creator. */
export async function countWaitingOn(db: Queries, creatorId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(reports)
    .where(and(eq(reports.creatorId, creatorId), isWaiting()));
  return row?.total ?? 0;
}

/** Returns the email of a creator's account, verified or not. */
export const findAccount = (db: Queries, creatorId: number) =>
  db
    .select({ id: users.id, email: users.email, isAdmin: users.isAdmin })
    .from(creators)
    .innerJoin(users, eq(users.id, creators.userId))
    .where(eq(creators.id, creatorId))
    .then(first);
