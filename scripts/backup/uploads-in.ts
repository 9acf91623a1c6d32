import type { Storage } from "../../server/platform/storage/port.ts";
import { measure } from "./digest.ts";
import type { End } from "./format.ts";
import { BackupProblem } from "./problem.ts";
import type { StoredFile } from "./uploads-out.ts";

/** Each one waits for the disk; the disk takes several at once. */
const AT_ONCE = 8;

/** What arrived under each key. */
type Received = Map<string, { size: number; sha256: Buffer }>;

export type Uploads = ReturnType<typeof openUploads>;

/** Brings files into the store. What was there before is never taken away: the store may serve another installation. */
export function openUploads(storage: Storage) {
  const added: string[] = [];
  const received: Received = new Map();
  const saving = new Set<Promise<void>>();
  let failure: unknown;

  async function keep(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const { stream, result } = measure(source);
    const temp = await storage.createTemp(stream);
    received.set(key, result());
    const save = async () => {
      const before = await sha256Of(storage, key);
      if (before?.equals(result().sha256)) return temp.discard();
      if (!before) added.push(key);
      await storage.saveFile(key, temp);
    };
    const one = save()
      .catch((error: unknown) => {
        failure ??= error;
        return temp.discard();
      })
      .finally(() => saving.delete(one));
    saving.add(one);
    if (saving.size >= AT_ONCE) await Promise.race(saving);
    if (failure) throw failure;
  }

  return {
    keep,
    received,
    /** Resolves once all are kept. */
    async finish(): Promise<void> {
      await Promise.all(saving);
      if (failure) throw failure;
    },
    /** Takes away again what this brought. */
    async undo(): Promise<void> {
      await Promise.all(saving);
      for (const key of added) await storage.deleteFile(key);
    },
  };
}

/** Throws unless the bytes of every file are those that its row names. `lostFiles` had none, or others, when the backup was made. */
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
    // As in the row of an image: the sum of its sizes, and the hash of the largest, which comes last.
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (size !== file.size || parts.at(-1)?.sha256.toString("hex") !== file.sha256) {
      throw new BackupProblem(
        `The backup does not hold the bytes of file ${file.id} that were uploaded. Take another backup.`,
      );
    }
  }
  if (found !== expected || named !== received.size) {
    throw new BackupProblem(
      `The backup names ${expected} files, and holds the rows of ${found}. Take another backup.`,
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
