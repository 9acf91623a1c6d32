import { and, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { DeletedItem } from "../../../contract/api/deleted-items.ts";
import { MAX_DELETED, RESTORE_DAYS } from "../../../contract/rules/limits.ts";
import { defineJob } from "../jobs/define-job.ts";
import type { Job } from "../jobs/port.ts";
import type { Database, Queries, Transaction } from "./index.ts";

/** A table whose rows can be restored for some time after they were deleted. */
type Restorable = PgTable & { id: PgColumn; creatorId: PgColumn; deletedAt: PgColumn };

const DAY_MS = 86_400_000;
/** Rows that one statement purges. A larger batch would hold its locks for longer. */
const AT_A_TIME = 1_000;

const isPastRetention = ({ deletedAt }: Restorable) =>
  lte(deletedAt, sql`now() - make_interval(days => ${RESTORE_DAYS})`);

/** The condition that a row was not deleted. */
export const isNotDeleted = ({ deletedAt }: Pick<Restorable, "deletedAt">): SQL => isNull(deletedAt);

/** The condition that a row was deleted and can be restored. */
export const isRestorable = (table: Restorable): SQL | undefined =>
  and(isNotNull(table.deletedAt), sql`not ${isPastRetention(table)}`);

/** Returns the order in which deleted rows are listed: the last deleted first. */
export function lastDeletedFirst({ deletedAt, id }: Restorable) {
  return [desc(deletedAt), desc(id)] as const;
}

/** Purges the deleted rows of a creator above the limit, oldest first, so that their number is bounded. */
export async function purgeAboveLimit(tx: Transaction, table: Restorable, creatorId: number): Promise<void> {
  const above = tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(eq(table.creatorId, creatorId), isNotNull(table.deletedAt)))
    .orderBy(...lastDeletedFirst(table))
    .offset(MAX_DELETED);
  await tx.delete(table).where(inArray(table.id, above));
}

/** Defines the job that purges the rows of a table once they can no longer be restored. */
export function purgeDeletedJob(db: Database, { name, table }: { name: string; table: Restorable }): Job {
  return defineJob({
    name,
    schedule: "23 3 * * *",
    timeoutSeconds: 600,
    async handler({ signal }) {
      while (!signal.aborted && (await purgeBatch(db, table)) === AT_A_TIME);
    },
  });
}

async function purgeBatch(db: Queries, table: Restorable): Promise<number> {
  const some = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(isPastRetention(table))
    .limit(AT_A_TIME);
  // Repeats the condition, because a row may be restored after it was selected.
  const { rowCount } = await db.delete(table).where(and(inArray(table.id, some), isPastRetention(table)));
  return rowCount ?? 0;
}

type DeletedRow = { id: number; name: string; imageUrl: string | null; deletedAt: Date | null };

export function presentDeleted({ id, name, imageUrl, deletedAt }: DeletedRow): DeletedItem {
  if (deletedAt === null) throw new Error(`row ${id} was not deleted`);
  return {
    id,
    name,
    image_url: imageUrl,
    deleted_at: deletedAt.toISOString(),
    restorable_until: new Date(deletedAt.getTime() + RESTORE_DAYS * DAY_MS).toISOString(),
  };
}
