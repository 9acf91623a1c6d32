import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { IMAGE_WIDTHS } from "../../../contract/api/files.ts";
import { isBackupRunning } from "../../platform/database/backup-lock.ts";
import { updateInBatches } from "../../platform/database/in-batches.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job, Jobs } from "../../platform/jobs/port.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { digitalKey, imageKey } from "./keys.ts";
import { files } from "./tables.ts";

const REMOVE_JOB = "files.remove";
const AT_A_TIME = 1_000;
/** The delay before another attempt at a removal during a backup. */
const BACKUP_RETRY_SECONDS = 30;

const RemoveJob = z.object({ keys: z.array(z.string()) });

/** Removes the bytes of deleted files after every backup that contains their rows has finished. */
export function removeFilesJob(deps: { db: Database; jobs: Pick<Jobs, "enqueue">; storage: Storage }): Job {
  const { db, jobs, storage } = deps;
  return defineJob({
    name: REMOVE_JOB,
    payload: RemoveJob,
    async handler({ data }) {
      if (await isBackupRunning(db)) {
        const again = { name: REMOVE_JOB, data, startAfterSeconds: BACKUP_RETRY_SECONDS };
        return inTransaction(db, (tx) => jobs.enqueue(tx, again));
      }
      for (const key of data.keys) await storage.deleteFile(key);
    },
  });
}

/** Deletes the rows of files, and queues the removal of their bytes after the commit. */
export async function deleteFiles(tx: Transaction, jobs: Jobs, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_A_TIME) {
    const some = ids.slice(start, start + AT_A_TIME);
    const deleted = await tx
      .delete(files)
      .where(inArray(files.id, some))
      .returning({ id: files.id, purpose: files.purpose });
    const keys = deleted.flatMap(({ id, purpose }) =>
      purpose === "digital" ? [digitalKey(id)] : IMAGE_WIDTHS.map((width) => imageKey(id, width)),
    );
    if (keys.length > 0) await jobs.enqueue(tx, { name: REMOVE_JOB, data: { keys } });
  }
}

/** Selects the private files of existing creators. Files of deleted creators are deleted by `listOrphans`. */
const isOwnPrivate = and(eq(files.purpose, "digital"), isNotNull(files.creatorId));

/**
 * Stores the time since when files are unreferenced, and clears it for files that are referenced again.
 * The caller supplies the condition, because this module does not know the references.
 */
export async function markUnreferenced(db: Queries, isUnnamed: SQL): Promise<void> {
  const { unreferencedSince } = files;
  await updateInBatches(db, files, {
    set: { unreferencedSince: sql`now()` },
    where: and(isOwnPrivate, isNull(unreferencedSince), isUnnamed),
  });
  await updateInBatches(db, files, {
    set: { unreferencedSince: null },
    where: and(isNotNull(unreferencedSince), not(isUnnamed)),
  });
}

export async function listFilesOf(db: Queries, creatorId: number): Promise<string[]> {
  const rows = await db.select({ id: files.id }).from(files).where(eq(files.creatorId, creatorId));
  return rows.map(({ id }) => id);
}

/** Returns the next batch of files of deleted creators, by id after `after`. Only orders may still need them. */
export async function listOrphans(db: Queries, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(isNull(files.creatorId), gt(files.id, after)))
    .orderBy(files.id)
    .limit(AT_A_TIME * 5);
  return rows.map(({ id }) => id);
}

const BATCH_SIZE = 200;

/** A column of another module with the id of a file. */
export type FileReference = PgColumn;
type Deps = { db: Database; jobs: Jobs; references: readonly FileReference[] };

/**
 * Deletes private files to which no product and no order has referred for a week, because they were replaced, never
 * used, or their product was deleted. They would count towards the creator's quota forever.
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
