import { and, eq, exists, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { deleteFiles, markUnreferenced } from "./removal.ts";
import { files } from "./tables.ts";

const BATCH_SIZE = 200;

/** A column of another module that holds the id of a file. */
export type FileReference = PgColumn;
type Deps = { db: Database; jobs: Jobs; references: readonly FileReference[] };

/**
 * Deletes private files that no product and no order has referred to for a week: the file was replaced, its product was deleted, or it was never used.
 * Such files would otherwise count against the creator's quota for ever.
 */
export async function deleteUnreferencedFiles({ db, jobs, references }: Deps): Promise<void> {
  await markUnreferenced(db, isUnreferenced(db, references));
  let deleted: number;
  do {
    deleted = await inTransaction(db, async (tx) => {
      const ids = await lockUnreferenced(tx, references);
      await deleteFiles(tx, jobs, ids);
      return ids.length;
    });
  } while (deleted === BATCH_SIZE);
}

/** Locks a batch of unreferenced files, so that nothing can refer to them until the transaction ends. */
async function lockUnreferenced(tx: Transaction, references: readonly FileReference[]): Promise<string[]> {
  const list = (condition: SQL) =>
    tx
      .select({ id: files.id })
      .from(files)
      .where(and(condition, isUnreferenced(tx, references)));
  const unreferencedLongEnough = lt(files.unreferencedSince, sql`now() - interval '7 days'`);
  const locked = await list(unreferencedLongEnough).limit(BATCH_SIZE).for("update", { skipLocked: true });
  // A second statement sees references that were committed just before the lock was acquired.
  const ids = locked.map(({ id }) => id);
  return (await list(inArray(files.id, ids))).map(({ id }) => id);
}

function isUnreferenced(db: Queries, references: readonly FileReference[]): SQL {
  const none = references.map((column) =>
    not(exists(db.select({ one: sql`1` }).from(column.table).where(eq(column, files.id)))),
  );
  return sql`(${and(...none)})`;
}
