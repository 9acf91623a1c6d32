import { createHash } from "node:crypto";
import type { UploadPurpose } from "../../../contract/api/files.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { isDatabaseUnavailable } from "../../platform/database/errors.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { type DiskSpace, whileRoom } from "../../platform/disk.ts";
import type { Storage, TempFile } from "../../platform/storage/port.ts";
import { errors } from "./errors.ts";
import type { HandOverDeps } from "./hand-over.ts";
import { type ImageVariant, isImage, reencode } from "./images.ts";
import { digitalKey, imageKey, imageUrl } from "./keys.ts";
import { deletePendingUpload, finishPendingUpload, insertPendingUpload } from "./pending-uploads.ts";
import { hasFile, insertFile, lockFilesOf, type NewFile, usedBytes } from "./repository.ts";
import { cleanFileName, newFileId, sizeText } from "./rules.ts";

export type FileDeps = {
  db: Database;
  storage: Storage;
  publicUrl: string;
  maxUploadBytes: number;
  quotaBytes: number;
  disk: DiskSpace;
  settings: HandOverDeps["settings"];
  /** What this process has received since its start. */
  received: { bytes: number };
};
/** `isUnverified`: the email of the account is not verified, which makes the quota small, because anyone can register. */
type Owner = { creatorId: number; isUnverified?: boolean };
type Owned = Owner & {
  name: string | undefined;
  /** Runs in the transaction that inserts the file; if it throws, nothing of the file stays. */
  onStored?: ((tx: Transaction, fileId: string) => Promise<void>) | undefined;
};
export type Upload = Owned & {
  source: AsyncIterable<Uint8Array>;
  purpose?: UploadPurpose;
};
/** An upload as the client declares it before sending the body. */
export type DeclaredUpload = Owner & { purpose?: UploadPurpose; bytes: number };

export type StoredFile = { path: string; url: string | null };

/** Rejects an upload before it is sent when its declared size does not fit. Throws 413, 507. */
export async function checkQuota(
  deps: FileDeps,
  { purpose, bytes, ...owner }: DeclaredUpload,
): Promise<void> {
  const limit = limitOf(deps, purpose);
  if (bytes > limit)
    throw errors.tooLarge({ noun: purpose === "image" ? "image" : "file", size: sizeText(limit) });
  // The declared size does not count for an image, because the stored variants are smaller.
  const expected = purpose === "digital" ? bytes : 1;
  assertQuota(deps, owner, (await usedBytes(deps.db, owner.creatorId)) + expected);
  await deps.disk.requireRoom(bytes);
}

/** Throws 413 when all files of a creator would take more than they may. */
function assertQuota({ quotaBytes }: FileDeps, { isUnverified = false }: Owner, total: number): void {
  if (isUnverified && total > limits.unverifiedBytes && limits.unverifiedBytes < quotaBytes)
    throw errors.unverifiedQuota({ size: sizeText(limits.unverifiedBytes) });
  if (total > quotaBytes) throw errors.quota({ size: sizeText(quotaBytes) });
}

/** Stores an uploaded file: an image re-encoded and public, any other file private and unchanged. Throws 400, 413, 415, 507. */
export async function storeUpload(deps: FileDeps, upload: Upload): Promise<StoredFile> {
  const { purpose } = upload;
  const limit = limitOf(deps, purpose);
  const hash = createHash("sha256");
  let size = 0;
  async function* measured() {
    for await (const chunk of whileRoom(deps.disk, upload.source)) {
      size += chunk.length;
      deps.received.bytes += chunk.length;
      if (size > limit)
        throw errors.tooLarge({ noun: purpose === "image" ? "image" : "file", size: sizeText(limit) });
      if (upload.isUnverified) assertQuota(deps, upload, size);
      hash.update(chunk);
      yield chunk;
    }
  }
  const temp = await deps.storage.createTemp(measured());
  try {
    if (size === 0) throw errors.empty();
    if (purpose !== "digital") {
      if (await isImage(temp.path, size)) return await storeImage(deps, upload, await reencode(temp.path));
      if (purpose === "image") throw errors.notAnImage();
    }
    return await storeDigital(deps, upload, { temp, size, sha256: hash.digest() });
  } finally {
    await temp.discard();
  }
}

function limitOf(deps: FileDeps, purpose: UploadPurpose | undefined): number {
  return purpose === "image" ? limits.imageBytes : deps.maxUploadBytes;
}

/** Stores an image that is part of this software. Must never be called with an upload, because an SVG can refer to other files. */
export async function storeTrustedSvg(deps: FileDeps, image: Owned & { svg: Buffer }): Promise<StoredFile> {
  return storeImage(deps, image, await reencode(image.svg));
}

async function storeDigital(
  deps: FileDeps,
  { name, onStored, ...owner }: Owned,
  { temp, size, sha256 }: { temp: TempFile; size: number; sha256: Buffer },
): Promise<StoredFile> {
  const id = newFileId();
  const contentType = "application/octet-stream";
  const row = {
    id,
    creatorId: owner.creatorId,
    purpose: "digital" as const,
    name: cleanFileName(name),
    contentType,
    size,
    sha256,
  };
  await storeFile(deps, { row, owner, onStored }, [{ key: digitalKey(id), temp }]);
  return { path: id, url: null };
}

/** Stores an image. Its row holds the total size of all widths and the hash of the largest. */
async function storeImage(
  deps: FileDeps,
  { name, onStored, ...owner }: Owned,
  variants: ImageVariant[],
): Promise<StoredFile> {
  const id = newFileId();
  const largest = variants.reduce((best, variant) => (variant.width > best.width ? variant : best));
  const parts: Part[] = [];
  try {
    for (const { width, bytes } of variants) {
      parts.push({ key: imageKey(id, width), temp: await deps.storage.createTemp(once(bytes)) });
    }
    const row = {
      id,
      creatorId: owner.creatorId,
      purpose: "image" as const,
      name: cleanFileName(name),
      contentType: "image/webp",
      size: variants.reduce((total, { bytes }) => total + bytes.length, 0),
      sha256: createHash("sha256").update(largest.bytes).digest(),
    };
    await storeFile(deps, { row, owner, onStored }, parts);
    return { path: id, url: imageUrl(deps.publicUrl, id, largest.width) };
  } finally {
    await Promise.all(parts.map(({ temp }) => temp.discard()));
  }
}

type Part = { key: string; temp: TempFile };

/** Stores the bytes and then the row, so that a row never refers to bytes that are lost after a power failure. */
async function storeFile(
  deps: FileDeps,
  { row, owner, onStored }: { row: NewFile & { creatorId: number }; owner: Owner } & Pick<Owned, "onStored">,
  parts: Part[],
): Promise<void> {
  await insertPendingUpload(deps.db, { fileId: row.id, purpose: row.purpose });
  try {
    for (const { key, temp } of parts) await deps.storage.saveFile(key, temp);
    await inTransaction(deps.db, async (tx) => {
      await lockFilesOf(tx, row.creatorId);
      assertQuota(deps, owner, (await usedBytes(tx, row.creatorId)) + row.size);
      await insertFile(tx, row);
      await finishPendingUpload(tx, row.id);
      await onStored?.(tx, row.id);
    });
  } catch (error) {
    if (!isDatabaseUnavailable(error) || (await isCertainlyAbsent(deps, row))) {
      await Promise.all(parts.map(({ key }) => deps.storage.deleteFile(key)));
      // If this fails, the clean-up finds the row and has no bytes to remove.
      await deletePendingUpload(deps.db, row.id).catch(() => undefined);
    }
    throw error;
  }
}

/**
 * Returns whether the row was certainly not inserted.
 * After a connection loss during the commit this may be unknown; the bytes then stay, and the clean-up removes them after an hour.
 */
async function isCertainlyAbsent(deps: FileDeps, row: { id: string; creatorId: number }): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      // The first transaction holds this lock until it ends, if it is still running.
      await lockFilesOf(tx, row.creatorId);
      return !(await hasFile(tx, row.id));
    });
  } catch {
    return false;
  }
}

async function* once(bytes: Buffer) {
  yield bytes;
}
