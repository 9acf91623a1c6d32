import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../platform/http/app-error.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { DIRECT_UPLOAD_JOB, type DirectUploadDeps } from "./direct-uploads.ts";
import { endDirectUpload, findWaitingUpload, finishDirectUpload } from "./direct-uploads-repository.ts";
import { digitalKey, incomingKey } from "./keys.ts";
import { digitalRow, storeFile } from "./service.ts";
import { storedBytes } from "./stored-bytes.ts";

/** The maximum duration of a save (`pending_uploads`). */
const TIMEOUT_SECONDS = 60 * 60;
/** A storage that is silent for this long during a read is unavailable. */
const IDLE_MS = 15_000;

/** Turns an upload in the bucket into a file. */
export function directUploadJob(deps: DirectUploadDeps): Job {
  return defineJob({
    name: DIRECT_UPLOAD_JOB,
    payload: z.object({ id: z.string() }),
    concurrency: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    handler: ({ data, signal }) => storeDirectUpload(deps, { ...data, signal }),
  });
}

class OverError extends Error {
  override name = "OverError";
}

/**
 * Copies the bytes to a separate key, which the client's URL cannot change, hashes the copy and inserts the file.
 * Each attempt has its own key. If several attempts run, one copy becomes the file, and the other copies are removed
 * like interrupted uploads.
 */
async function storeDirectUpload(
  deps: DirectUploadDeps,
  { id, signal }: { id: string; signal: AbortSignal },
) {
  const { db, storage, log } = deps;
  // Also if DIRECT_UPLOAD_MB was removed meanwhile.
  const bucket = storage.directUploads;
  if (!bucket) throw new Error("the storage of this node is not a bucket");
  const upload = await findWaitingUpload(db, id);
  if (!upload) return;
  const { bytes } = upload;
  const from = incomingKey(id);
  if ((await storedBytes(storage, from)) !== bytes) return endDirectUpload(db, id);
  const row = digitalRow({ creatorId: upload.creatorId, name: upload.name, size: bytes });
  const key = digitalKey(row.id);
  try {
    await storeFile(deps, {
      row,
      owner: upload,
      keys: [key],
      async save() {
        await bucket.copy({ from, to: key, bytes });
        return hashOf(storage, { key, bytes, signal });
      },
      async onStored(tx, fileId) {
        if (!(await finishDirectUpload(tx, id, fileId))) throw new OverError();
      },
    });
  } catch (error) {
    if (error instanceof OverError) return;
    // A retry cannot help: the quota was lowered, or the creator deleted.
    if (error instanceof AppError && error.status < 500) return endDirectUpload(db, id);
    throw error;
  }
  deps.received.bytes += bytes;
  await storage
    .deleteFile(from)
    .catch((err: unknown) => log.warn({ err }, "bytes of a completed upload stay until the next clean-up"));
}

/** Reads a stored file in bounded memory. */
async function hashOf(
  storage: Storage,
  { key, bytes, signal }: { key: string; bytes: number; signal: AbortSignal },
): Promise<Buffer> {
  signal.throwIfAborted();
  const opened = await storage.openFile(key);
  if (!opened) throw new Error("the copy of an upload is missing");
  const { stream } = opened;
  const stop = () => stream.destroy(new Error("stopped while an upload was read"));
  const silence = setTimeout(() => stream.destroy(new Error("the storage stopped sending")), IDLE_MS);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of stream) {
      silence.refresh();
      size += chunk.length;
      hash.update(chunk);
    }
    if (size !== bytes) throw new Error(`${key} has ${size} bytes, not ${bytes}.`);
    return hash.digest();
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
}
