import { and, eq, inArray, isNotNull, lt, not, notExists, sql } from "drizzle-orm";
import { REPORT_RETENTION_DAYS } from "../../../contract/rules/limits.ts";
import { deleteInBatches, updateInBatches } from "../../platform/database/in-batches.ts";
import type { Database, Queries, Transaction } from "../../platform/database/index.ts";
import { isWaiting } from "./repository.ts";
import { decisions, reportSnapshots, reports } from "./tables.ts";

const CONTENT_GONE = { message: "", snapshotId: null, reporterName: null, reporterEmail: null } as const;

/**
 * Deletes texts and snapshots of reports that were decided long ago. Keeps the reports for the statistics.
 */
export async function forgetOldReports(db: Database): Promise<void> {
  const age = sql`now() - make_interval(days => ${REPORT_RETENTION_DAYS})`;
  const isOld = and(not(isWaiting()), lt(reports.decidedAt, age), isNotNull(reports.snapshotId));
  await updateInBatches(db, reports, { set: CONTENT_GONE, where: isOld });
  await deleteInBatches(
    db,
    reportSnapshots,
    and(isUnused(db), lt(reportSnapshots.createdAt, sql`now() - interval '1 day'`)),
  );
}

/**
 * Deletes a deleted user's data from reports and decisions, both as the page's creator and as a reporter.
 * Dismisses open reports.
 */
export async function eraseReports(
  tx: Transaction,
  { creatorId, email }: { creatorId: number | null; email: string },
): Promise<void> {
  await tx
    .update(reports)
    .set({ reporterName: null, reporterEmail: null })
    .where(eq(reports.reporterEmail, email));
  if (creatorId === null) return;
  const isOfCreator = eq(reports.creatorId, creatorId);
  const shown = await tx.selectDistinct({ id: reports.snapshotId }).from(reports).where(isOfCreator);
  await tx
    .update(reports)
    .set({ state: "dismissed", decidedAt: sql`coalesce(${reports.decidedAt}, now())` })
    .where(and(isOfCreator, isWaiting()));
  await tx
    .update(reports)
    .set({ ...CONTENT_GONE, path: "" })
    .where(isOfCreator);
  await tx
    .update(decisions)
    .set({ rule: "", reason: "", objection: null, objectionAnswer: null })
    .where(eq(decisions.creatorId, creatorId));
  const ids = shown.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length > 0)
    await tx.delete(reportSnapshots).where(and(inArray(reportSnapshots.id, ids), isUnused(tx)));
}

const isUnused = (db: Queries) =>
  notExists(db.select({ id: reports.id }).from(reports).where(eq(reports.snapshotId, reportSnapshots.id)));
