import { MAX_DIRECT_BYTES, type StoredUpload } from "../../../contract/api/files.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { Log } from "../../platform/log/index.ts";
import {
  beginChecking,
  endDirectUpload,
  findDirectUpload,
  insertDirectUpload,
  listUploadsToRemove,
  markRemoved,
  readDirectUploads,
} from "./direct-uploads-repository.ts";
import { errors } from "./errors.ts";
import { incomingKey } from "./keys.ts";
import { lockFilesOf, usedBytes } from "./repository.ts";
import { cleanFileName, newFileId } from "./rules.ts";
import { assertQuota, type FileDeps, type Owner, quotaOf, requireSize } from "./service.ts";
import { storedBytes } from "./stored-bytes.ts";

export type DirectUploadDeps = FileDeps & { jobs: Jobs; log: Log };
export type OwnUpload = { creatorId: number; id: string };

export const DIRECT_UPLOAD_JOB = "files.check-direct-upload";

/** A PUT must begin within this time. */
const URL_SECONDS = 15 * 60;
/** The slowest supported client: 1 Mbit/s. */
const MIN_BYTES_PER_SECOND = 128 * 1024;
/** The maximum duration of a check with its retries. */
const CHECK_SECONDS = 60 * 60;
/** Concurrent uploads of one creator to the bucket. */
const MAX_CONCURRENT = 2;
const BATCH_SIZE = 200;

export type NewDirectUpload = Owner & {
  name: string;
  bytes: number;
  /** Runs after the first checks. An error that it throws becomes the response. */
  count: () => Promise<void>;
};

/** Starts an upload to the bucket, with the same checks as through this process. Throws 400, 409, 413, 429, 507. */
export async function startDirectUpload(
  deps: DirectUploadDeps,
  { name, bytes, count, ...owner }: NewDirectUpload,
): Promise<{ id: string; url: string; headers: Record<string, string>; expires_at: string }> {
  const { db } = deps;
  const { creatorId } = owner;
  if (bytes === 0) throw errors.empty();
  requireSize(deps, "digital", bytes);
  const bucket = deps.storage.directUploads;
  const { directUploadBytes } = deps.settings;
  const isWanted = directUploadBytes > 0 && bytes >= directUploadBytes && bytes <= MAX_DIRECT_BYTES;
  if (!bucket || !isWanted) throw errors.notDirect();
  assertQuota(deps, owner, (await usedBytes(db, creatorId)) + bytes);
  // Its rows need room here, although its bytes do not.
  await deps.disk.requireRoom(0);
  await count();
  const id = newFileId();
  const signed = await bucket.sign(incomingKey(id), { bytes, seconds: URL_SECONDS });
  const seconds = URL_SECONDS + Math.ceil(bytes / MIN_BYTES_PER_SECOND);
  const expiresAt = await inTransaction(db, async (tx) => {
    await lockFilesOf(tx, creatorId);
    const { waiting, leftBytes } = await readDirectUploads(tx, creatorId);
    if (waiting >= MAX_CONCURRENT) throw errors.busy({ count: MAX_CONCURRENT });
    const total = (await usedBytes(tx, creatorId)) + bytes;
    assertQuota(deps, owner, total);
    // The URL of a cancelled upload still works: repeated starts and cancellations would fill the bucket.
    if (total + leftBytes > quotaOf(deps, owner)) throw errors.notDirect();
    return insertDirectUpload(tx, {
      id,
      creatorId,
      name: cleanFileName(name),
      bytes,
      urlSeconds: URL_SECONDS,
      seconds,
    });
  });
  return { id, ...signed, expires_at: expiresAt.toISOString() };
}

/** Returns the file of a received upload, or null while its bytes are checked. Throws 400, 404, 410, 503. */
export async function completeDirectUpload(
  deps: DirectUploadDeps,
  own: OwnUpload,
): Promise<StoredUpload | null> {
  const { db, jobs, storage } = deps;
  const upload = await findDirectUpload(db, own).then(orNotFound("File"));
  if (upload.fileId) return { path: upload.fileId, url: null };
  if (!upload.isWaiting) throw errors.directUploadOver();
  if (upload.checkingSince) return null;
  if ((await storedBytes(storage, incomingKey(own.id))) !== upload.bytes) throw errors.brokenUpload();
  const { id } = own;
  await inTransaction(db, async (tx) => {
    if (await beginChecking(tx, id, CHECK_SECONDS))
      await jobs.enqueue(tx, { name: DIRECT_UPLOAD_JOB, data: { id } });
  });
  return null;
}

/** Cancels an upload: its bytes no longer count, and are removed. Throws 404. */
export async function cancelDirectUpload({ db, storage, log }: DirectUploadDeps, own: OwnUpload) {
  await findDirectUpload(db, own).then(orNotFound("File"));
  await endDirectUpload(db, own.id);
  await storage
    .deleteFile(incomingKey(own.id))
    .catch((err: unknown) => log.warn({ err }, "bytes of a cancelled upload stay until the next clean-up"));
}

/**
 * Removes bytes that clients sent to the bucket and did not complete, or sent again.
 * Only keys that this database recorded are removed.
 */
export async function removeOverUploads({ db, storage, log }: DirectUploadDeps): Promise<void> {
  for (;;) {
    const uploads = await listUploadsToRemove(db, { urlSeconds: URL_SECONDS, limit: BATCH_SIZE });
    for (const upload of uploads) {
      await storage.deleteFile(incomingKey(upload.id));
      await markRemoved(db, upload);
    }
    if (uploads.length > 0)
      log.info({ uploads: uploads.length }, "removed the bytes of ended direct uploads");
    if (uploads.length < BATCH_SIZE) return;
  }
}
