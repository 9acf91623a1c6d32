import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import type { Config } from "../config/config.ts";
import { type BackupBucket, openBackupBucket } from "../platform/backup-bucket.ts";
import { awayName, dayOf } from "../platform/backup-folder.ts";
import { BackupError } from "./backup-error.ts";
import { decryptInto, encrypt } from "./encryption.ts";
import type { CommandInput } from "./make-backup.ts";
import { requireRoom } from "./room.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A sent archive. `locked` are old archives that the bucket does not delete. */
export type Sent = { name: string; bytes: number; locked: string[] };

/** Sends an archive encrypted to the bucket of BACKUP_TO, then deletes archives older than BACKUP_KEEP_DAYS there. */
export async function sendAway({ config, file, signal, progress }: CommandInput): Promise<Sent> {
  const { bucket: target, key } = requireTarget(config);
  const name = awayName(file);
  const bucket = await openBackupBucket(target);
  try {
    progress.step("Sending the encrypted backup", (await stat(file)).size);
    const counted = { bytes: 0 };
    const encrypted = countBytes(await encrypt(createReadStream(file), key), (count) => {
      counted.bytes += count;
      progress.bytes(count);
    });
    const bytes = await bucket.send(name, encrypted, signal);
    if (bytes !== counted.bytes)
      throw new BackupError(
        `The bucket of BACKUP_TO has ${bytes} bytes of ${name} instead of ${counted.bytes}.`,
      );
    return { name, bytes, locked: await removeOlder(bucket, name, config.backupKeepDays) };
  } catch (error) {
    throw signal.aborted ? error : unusable(error, file);
  } finally {
    bucket.close();
  }
}

/** Removes archives that are more than `keepDays` older than the newest archive. Returns the names of archives that the bucket refuses to remove, for example because of an object lock. */
async function removeOlder(bucket: BackupBucket, newest: string, keepDays: number): Promise<string[]> {
  const before = new Date(Date.parse(dayOf(newest)) - keepDays * DAY_MS).toISOString().slice(0, 10);
  const old = (await bucket.list()).filter(({ name }) => dayOf(name) < before);
  const locked: string[] = [];
  for (const { name } of old) await bucket.remove(name).catch(() => locked.push(name));
  return locked;
}

/**
 * Calls `work` with a plain archive. An encrypted one, in a file or in the bucket, is first decrypted into a file in
 * DATA_DIR, which is removed afterwards.
 */
export async function withPlainArchive<T>(
  input: CommandInput & { options: ReadonlySet<string> },
  work: (input: CommandInput) => Promise<T>,
): Promise<T> {
  const { config, signal, progress } = input;
  const isInBucket = input.options.has("--from-bucket");
  if (!isInBucket && !input.file.endsWith(".age")) return work(input);
  const privateKey = config.backupPrivateKey;
  if (!privateKey)
    throw new BackupError(
      "The backup is encrypted. Set BACKUP_PRIVATE_KEY, or BACKUP_PRIVATE_KEY_FILE to the file with the key.",
    );
  const { stream, bytes, close } = isInBucket ? await openFromBucket(input) : await openLocal(input.file);
  const file = join(config.dataDir, `restore-${process.pid}.tar`);
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const room = { bytes, reserveBytes: config.diskReserveBytes, what: "The decrypted backup" };
    await requireRoom(config.dataDir, room);
    progress.step("Decrypting the backup", bytes);
    await decryptInto(countBytes(stream, progress.bytes), { file, privateKey, signal });
    return await work({ ...input, file });
  } finally {
    stream.destroy();
    close();
    await rm(file, { force: true });
  }
}

async function openLocal(file: string) {
  return { stream: createReadStream(file), bytes: (await stat(file)).size, close: () => {} };
}

/** Opens an archive in the bucket by its name, or the newest one for `latest`. */
async function openFromBucket({ config, file }: CommandInput) {
  const wanted = basename(file);
  const bucket = await openBackupBucket(requireTarget(config).bucket);
  try {
    const archives = await bucket.list();
    const archive = wanted === "latest" ? archives.at(-1) : archives.find(({ name }) => name === wanted);
    if (!archive)
      throw new BackupError(
        `The bucket of BACKUP_TO has no ${wanted === "latest" ? "backup" : wanted}. It has: ${archives.map(({ name }) => name).join(", ") || "none"}.`,
      );
    return { stream: await bucket.open(archive.name), bytes: archive.bytes, close: bucket.close };
  } catch (error) {
    bucket.close();
    throw unusable(error);
  }
}

/** Returns the same bytes, and reports their number as they pass. */
function countBytes(source: Readable, onBytes: (count: number) => void): Readable {
  async function* counted() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      yield chunk;
    }
  }
  return Readable.from(counted(), { objectMode: false });
}

function requireTarget({ backupTarget }: Config) {
  if (backupTarget) return backupTarget;
  throw new BackupError(
    "Set BACKUP_TO and BACKUP_KEY to the bucket and the public key of encrypted backups.",
  );
}

function unusable(error: unknown, file?: string): BackupError {
  if (error instanceof BackupError) return error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  const kept = file ? ` The backup is only in ${file}.` : "";
  return new BackupError(`The bucket of BACKUP_TO cannot be used: ${reason}.${kept}`);
}
