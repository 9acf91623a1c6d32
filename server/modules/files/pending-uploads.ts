import { eq, lt, sql } from "drizzle-orm";
import { IMAGE_WIDTHS, type UploadPurpose } from "../../../contract/api/files.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { digitalKey, imageKey } from "./keys.ts";
import { hasFile } from "./repository.ts";
import { pendingUploads } from "./tables.ts";

const SWEEP_BATCH = 200;
/** Uploads from before this time count as interrupted. `finishPendingUpload` rejects a save that took longer. */
const MAX_AGE = sql`now() - interval '1 hour'`;

/** Records bytes before they are stored, so that they can be removed if the process or database stops before the file's row is inserted. */
export async function insertPendingUpload(db: Queries, upload: { fileId: string; purpose: UploadPurpose }) {
  await db.insert(pendingUploads).values(upload);
}

export async function deletePendingUpload(db: Queries, fileId: string): Promise<void> {
  await db.delete(pendingUploads).where(eq(pendingUploads.fileId, fileId));
}

/**
 * Deletes the record in the transaction that inserts the file's row.
 * Throws 503 if the clean-up has removed the bytes because saving took too long.
 */
export async function finishPendingUpload(tx: Transaction, fileId: string): Promise<void> {
  const { rowCount } = await tx.delete(pendingUploads).where(eq(pendingUploads.fileId, fileId));
  if (rowCount === 0)
    throw httpErrors.unavailable({ cause: new Error("the upload took longer than an hour to save") });
}

/**
 * Removes the bytes of interrupted uploads after an hour. Removes only bytes that this database recorded, because a
 * bucket or folder may hold files of another installation.
 */
export async function removeInterruptedUploads(deps: {
  db: Database;
  storage: Storage;
  log: Log;
}): Promise<void> {
  for (;;) {
    const { found, removed } = await inTransaction(deps.db, (tx) => removeBatch(tx, deps.storage));
    if (removed > 0) deps.log.info({ uploads: removed }, "removed the bytes of interrupted uploads");
    if (found < SWEEP_BATCH) return;
  }
}

async function removeBatch(tx: Transaction, storage: Storage): Promise<{ found: number; removed: number }> {
  const uploads = await tx
    .select()
    .from(pendingUploads)
    .where(lt(pendingUploads.startedAt, MAX_AGE))
    .limit(SWEEP_BATCH)
    // Other nodes process the rows that they have locked.
    .for("update", { skipLocked: true });
  let removed = 0;
  for (const { fileId, purpose } of uploads) {
    if (!(await hasFile(tx, fileId))) {
      for (const key of keysOf(fileId, purpose)) await storage.deleteFile(key);
      removed += 1;
    }
    await deletePendingUpload(tx, fileId);
  }
  return { found: uploads.length, removed };
}

const keysOf = (fileId: string, purpose: UploadPurpose): string[] =>
  purpose === "digital" ? [digitalKey(fileId)] : IMAGE_WIDTHS.map((width) => imageKey(fileId, width));
