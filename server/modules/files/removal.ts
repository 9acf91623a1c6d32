import { and, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { IMAGE_WIDTHS } from "../../../contract/files.ts";
import { isBackupRunning } from "../../platform/database/backup-lock.ts";
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
const AT_A_TIME = 200;
/** How long a removal that met a backup rests. */
const REST_SECONDS = 30;

const RemoveJob = z.object({ keys: z.array(z.string()) });

/** Removes the bytes of files whose rows are deleted, once no backup that has seen the rows still needs them. */
export function removeFilesJob(deps: { db: Database; jobs: Pick<Jobs, "enqueue">; storage: Storage }): Job {
  const { db, jobs, storage } = deps;
  return defineJob({
    name: REMOVE_JOB,
    payload: RemoveJob,
    async handler({ data }) {
      if (await isBackupRunning(db)) {
        const again = { name: REMOVE_JOB, data, startAfterSeconds: REST_SECONDS };
        return inTransaction(db, (tx) => jobs.enqueue(tx, again));
      }
      for (const key of data.keys) await storage.deleteFile(key);
    },
  });
}

/** Deletes files, of which nothing may be needed any more: the rows now, the bytes once that is durable. */
export async function deleteFiles(tx: Transaction, jobs: Jobs, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_A_TIME) {
    const some = ids.slice(start, start + AT_A_TIME);
    const gone = await tx
      .delete(files)
      .where(inArray(files.id, some))
      .returning({ id: files.id, purpose: files.purpose });
    const keys = gone.flatMap(({ id, purpose }) =>
      purpose === "digital" ? [digitalKey(id)] : IMAGE_WIDTHS.map((width) => imageKey(id, width)),
    );
    if (keys.length > 0) await jobs.enqueue(tx, { name: REMOVE_JOB, data: { keys } });
  }
}

/** Private files of creators who are there: others go in another way. */
const isOwnPrivate = and(eq(files.purpose, "digital"), isNotNull(files.creatorId));

/** Notes since when nothing names files, and forgets it of those that are named again. What names a file is not this module's to know. */
export async function markUnreferenced(db: Queries, isUnnamed: SQL): Promise<void> {
  await db
    .update(files)
    .set({ unreferencedSince: sql`now()` })
    .where(and(isOwnPrivate, isNull(files.unreferencedSince), isUnnamed));
  await db
    .update(files)
    .set({ unreferencedSince: null })
    .where(and(isNotNull(files.unreferencedSince), not(isUnnamed)));
}

export async function listFilesOf(db: Queries, creatorId: number): Promise<string[]> {
  const rows = await db.select({ id: files.id }).from(files).where(eq(files.creatorId, creatorId));
  return rows.map(({ id }) => id);
}

/** Files whose creator is gone: only orders may still need them. Some at a time, by id from the one after `after`. */
export async function listOrphans(db: Queries, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(isNull(files.creatorId), gt(files.id, after)))
    .orderBy(files.id)
    .limit(AT_A_TIME * 5);
  return rows.map(({ id }) => id);
}
