import type { Storage } from "../platform/storage/port.ts";
import { BackupError } from "./backup-error.ts";
import { measure } from "./digest.ts";
import type { End } from "./format.ts";
import type { StoredFile } from "./uploads-out.ts";

/** Each save waits for the disk, which is faster with several parallel writes. */
const MAX_CONCURRENT_SAVES = 8;

/** The size and hash of the received bytes by key. */
type Received = Map<string, { size: number; sha256: Buffer }>;

/** The destination of a backup's files. */
export type Uploads = {
  save(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The size and hash of the received bytes. */
  received: Received;
  /** Resolves once all files are saved. */
  finish(): Promise<void>;
  /** Deletes the files that this restore added. */
  undo(): Promise<void>;
};

/** Hashes files without saving them, for a test restore. */
export function readUploads(): Uploads {
  const received: Received = new Map();
  return {
    received,
    async save(key, source) {
      const { stream, result } = measure(source);
      for await (const _ of stream);
      received.set(key, result());
    },
    finish: async () => undefined,
    undo: async () => undefined,
  };
}

/** Saves files in the storage. Existing files are never deleted, because another installation may use the same storage. */
export function openUploads(storage: Storage): Uploads {
  const added: string[] = [];
  const received: Received = new Map();
  const saving = new Set<Promise<void>>();
  let failure: unknown;

  async function save(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const { stream, result } = measure(source);
    const temp = await storage.createTemp(stream);
    received.set(key, result());
    const store = async () => {
      const existing = await sha256Of(storage, key);
      if (existing?.equals(result().sha256)) return temp.discard();
      if (!existing) added.push(key);
      await storage.saveFile(key, temp);
    };
    const task = store()
      .catch((error: unknown) => {
        failure ??= error;
        return temp.discard();
      })
      .finally(() => saving.delete(task));
    saving.add(task);
    if (saving.size >= MAX_CONCURRENT_SAVES) await Promise.race(saving);
    if (failure) throw failure;
  }

  return {
    save,
    received,
    async finish() {
      await Promise.all(saving);
      if (failure) throw failure;
    },
    async undo() {
      await Promise.all(saving);
      for (const key of added) await storage.deleteFile(key);
    },
  };
}

/** Throws unless every file matches the size and hash in its row. The bytes of `lostFiles` were missing or different from the start. */
export function verifyUploads(
  received: Received,
  files: Iterable<StoredFile>,
  { files: expected, lostFiles }: Pick<End, "files" | "lostFiles">,
): void {
  const lost = new Set(lostFiles);
  let found = 0;
  let named = 0;
  for (const file of files) {
    const parts = file.keys.flatMap((key) => received.get(key) ?? []);
    found += 1;
    named += parts.length;
    if (lost.has(file.id)) continue;
    // An image's row has the sum of its sizes, and the hash of the largest variant, which comes last.
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (size !== file.size || parts.at(-1)?.sha256.toString("hex") !== file.sha256) {
      throw new BackupError(
        `The backup does not hold the bytes of file ${file.id} that were uploaded. Use another backup.`,
      );
    }
  }
  if (found !== expected || named !== received.size) {
    throw new BackupError(
      `The backup names ${expected} files, and holds the rows of ${found}. Use another backup.`,
    );
  }
}

async function sha256Of(storage: Storage, key: string): Promise<Buffer | undefined> {
  const opened = await storage.openFile(key);
  if (!opened) return undefined;
  const { stream, result } = measure(opened.stream);
  for await (const _ of stream);
  return result().sha256;
}
