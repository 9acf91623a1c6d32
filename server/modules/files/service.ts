import { createHash } from "node:crypto";
import type { StoredUpload, UploadPurpose } from "../../../contract/api/files.ts";
import { limits } from "../../../contract/rules/limits.ts";
import type { Settings } from "../../config/config.ts";
import { isDatabaseUnavailable } from "../../platform/database/errors.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { type DiskSpace, whileRoom } from "../../platform/disk.ts";
import type { Storage, TempFile } from "../../platform/storage/port.ts";
import { errors } from "./errors.ts";
import { inspectImage, type ReencodedImage, reencode } from "./images.ts";
import { digitalKey, imageKey, imageUrl } from "./keys.ts";
import { deletePendingUpload, finishPendingUpload, insertPendingUpload } from "./pending-uploads.ts";
import { hasFile, insertFile, keepSameFile, lockFilesOf, type NewFile, usedBytes } from "./repository.ts";
import { cleanFileName, newFileId, sizeText } from "./rules.ts";
import { storedBytes } from "./stored-bytes.ts";

export type FileDeps = {
  db: Database;
  storage: Storage;
  publicUrl: string;
  maxUploadBytes: number;
  quotaBytes: number;
  disk: DiskSpace;
  settings: Pick<Settings, "signedDownloadSeconds" | "filesByProxy" | "directUploadBytes">;
  /** Uploads received by this process since its start. */
  received: { bytes: number };
};
/** `isUnverified`: the account's email is not verified, which makes the quota small, because anyone can register. */
export type Owner = { creatorId: number; isUnverified?: boolean };
type Owned = Owner & {
  name: string | undefined;
  /** Runs in the transaction that inserts the file, before the quota is checked. If it throws, nothing of the file stays. */
  onStored?: ((tx: Transaction, fileId: string) => Promise<void>) | undefined;
};
export type Upload = Owned & {
  source: AsyncIterable<Uint8Array>;
  purpose?: UploadPurpose;
};
/** An upload as declared before its body. */
export type DeclaredUpload = Owner & { purpose?: UploadPurpose; bytes: number };

/** Rejects an upload before it is sent if its declared size does not fit. Throws 413, 507. */
export async function checkQuota(deps: FileDeps, { purpose, bytes, ...owner }: DeclaredUpload) {
  requireSize(deps, purpose, bytes);
  // An image's declared size does not count, because the stored variants are smaller.
  const expected = purpose === "digital" ? bytes : 1;
  assertQuota(deps, owner, (await usedBytes(deps.db, owner.creatorId)) + expected);
  await deps.disk.requireRoom(bytes);
}

/** Throws 413 if all files of a creator would exceed the quota. */
export function assertQuota(deps: FileDeps, owner: Owner, total: number): void {
  const quota = quotaOf(deps, owner);
  if (total <= quota) return;
  const size = sizeText(quota);
  throw quota < deps.quotaBytes ? errors.unverifiedQuota({ size }) : errors.quota({ size });
}

export const quotaOf = ({ quotaBytes }: FileDeps, { isUnverified = false }: Owner): number =>
  isUnverified ? Math.min(limits.unverifiedBytes, quotaBytes) : quotaBytes;

/**
 * Stores an uploaded file: an image re-encoded and public, any other file private and unchanged.
 * Without a purpose, its content decides. Throws 400, 413, 415, 507.
 */
export async function storeUpload(deps: FileDeps, upload: Upload): Promise<StoredUpload> {
  const { purpose } = upload;
  const hash = createHash("sha256");
  let size = 0;
  async function* measured() {
    for await (const chunk of whileRoom(deps.disk, upload.source)) {
      size += chunk.length;
      deps.received.bytes += chunk.length;
      requireSize(deps, purpose, size);
      if (upload.isUnverified) assertQuota(deps, upload, size);
      hash.update(chunk);
      yield chunk;
    }
  }
  const temp = await deps.storage.createTemp(measured());
  try {
    if (size === 0) throw errors.empty();
    if (purpose !== "digital") {
      const image = await inspectImage(temp.path, size);
      if (image) {
        const stored = await storeImage(deps, upload, await reencode(temp.path));
        return image.moves ? { ...stored, first_picture_only: true } : stored;
      }
      if (purpose === "image") throw errors.notAnImage();
    }
    return await storeDigital(deps, upload, { temp, size, sha256: hash.digest() });
  } finally {
    await temp.discard();
  }
}

/** Throws 413 for a file above the maximum of its purpose. */
export function requireSize(deps: FileDeps, purpose: UploadPurpose | undefined, bytes: number): void {
  const isForImage = purpose === "image";
  const limit = isForImage ? limits.imageBytes : deps.maxUploadBytes;
  if (bytes > limit) throw errors.tooLarge({ noun: isForImage ? "image" : "file", size: sizeText(limit) });
}

/** Stores an image that is part of this software. Must never be called with an upload, because an SVG can refer to other files. */
export async function storeTrustedSvg(deps: FileDeps, image: Owned & { svg: Buffer }): Promise<StoredUpload> {
  return storeImage(deps, image, await reencode(image.svg));
}

async function storeDigital(
  deps: FileDeps,
  { name, onStored, ...owner }: Owned,
  { temp, size, sha256 }: { temp: TempFile; size: number; sha256: Buffer },
): Promise<StoredUpload> {
  const row = digitalRow({ creatorId: owner.creatorId, name: cleanFileName(name), size });
  const keys = [digitalKey(row.id)];
  return storeFile(deps, { row, owner, onStored, keys, save: saveAll(deps, keys, [temp], sha256) });
}

/** Returns the row of a private file without its hash. */
export const digitalRow = (file: { creatorId: number; name: string; size: number }) =>
  ({ id: newFileId(), purpose: "digital", contentType: "application/octet-stream", ...file }) as const;

/** Stores an image. Its row holds the total size of all widths, and the hash and dimensions of the largest. */
async function storeImage(
  deps: FileDeps,
  { name, onStored, ...owner }: Owned,
  { variants, dimensions }: ReencodedImage,
): Promise<StoredUpload> {
  const id = newFileId();
  const largest = variants.reduce((best, variant) => (variant.width > best.width ? variant : best));
  const temps: TempFile[] = [];
  try {
    for (const { bytes } of variants) temps.push(await deps.storage.createTemp(once(bytes)));
    const row = {
      id,
      creatorId: owner.creatorId,
      purpose: "image" as const,
      name: cleanFileName(name),
      contentType: "image/webp",
      size: variants.reduce((total, { bytes }) => total + bytes.length, 0),
      ...dimensions,
    };
    const keys = variants.map(({ width }) => imageKey(id, width));
    const sha256 = createHash("sha256").update(largest.bytes).digest();
    await storeFile(deps, { row, owner, onStored, keys, save: saveAll(deps, keys, temps, sha256) });
    return { path: id, url: imageUrl(deps.publicUrl, id, largest.width) };
  } finally {
    await Promise.all(temps.map((temp) => temp.discard()));
  }
}

/** Returns a function that saves received bytes with a known hash. */
const saveAll =
  ({ storage }: FileDeps, keys: readonly string[], temps: readonly TempFile[], sha256: Buffer) =>
  async (): Promise<Buffer> => {
    for (const [index, temp] of temps.entries()) await storage.saveFile(keys[index] ?? "", temp);
    return sha256;
  };

type NewBytes = Pick<Owned, "onStored"> & {
  row: Omit<NewFile, "sha256"> & { creatorId: number };
  owner: Owner;
  keys: readonly string[];
  /** Stores the bytes under the keys, and returns their hash. */
  save(): Promise<Buffer>;
};

/**
 * Stores the bytes and then the row, so that a row never refers to bytes that are lost after a power failure.
 * Equal private bytes of a creator are stored once: the earlier file is returned.
 */
export async function storeFile(
  deps: FileDeps,
  { row, owner, keys, save, onStored }: NewBytes,
): Promise<StoredUpload> {
  await insertPendingUpload(deps.db, { fileId: row.id, purpose: row.purpose });
  try {
    const sha256 = await save();
    const id = await inTransaction(deps.db, async (tx) => {
      await lockFilesOf(tx, row.creatorId);
      const same = await keepUsableFile(tx, deps, { ...row, sha256 });
      // Locks the creator, which a deletion locks before the rows that `onStored` may change.
      if (!same) await insertFile(tx, { ...row, sha256 });
      await onStored?.(tx, same ?? row.id);
      assertQuota(deps, owner, await usedBytes(tx, row.creatorId));
      // The record of bytes without a row stays until they are removed.
      if (!same) await finishPendingUpload(tx, row.id);
      return same ?? row.id;
    });
    if (id !== row.id) await discard(deps, row, keys).catch(() => undefined);
    return { path: id, url: null };
  } catch (error) {
    if (!isDatabaseUnavailable(error) || (await isCertainlyAbsent(deps, row))) {
      await discard(deps, row, keys);
    }
    throw error;
  }
}

/** Returns the id of a file with the same bytes and keeps it, unless the storage has lost the bytes. */
async function keepUsableFile(tx: Transaction, { storage }: FileDeps, file: NewFile) {
  const same = await keepSameFile(tx, file);
  return same && (await storedBytes(storage, digitalKey(same))) === file.size ? same : undefined;
}

/** Removes stored bytes that got no row. If it is interrupted, the clean-up removes them. */
async function discard({ db, storage }: FileDeps, { id }: { id: string }, keys: readonly string[]) {
  await Promise.all(keys.map((key) => storage.deleteFile(key)));
  await deletePendingUpload(db, id).catch(() => undefined);
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
