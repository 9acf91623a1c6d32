import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkKey } from "../keys.ts";
import type { Storage } from "../port.ts";

/** Stores files in memory, for tests. Uploads in progress are local files, as in other adapters. */
export function memoryStorage(): Storage & { readonly keys: () => string[] } {
  const files = new Map<string, Buffer>();
  let folder: Promise<string> | undefined;
  let count = 0;

  return {
    keys: () => [...files.keys()].sort(),
    async createTemp(source) {
      folder ??= mkdtemp(join(tmpdir(), "files-"));
      const path = join(await folder, String(++count));
      const discard = () => rm(path, { force: true });
      try {
        await pipeline(source, createWriteStream(path));
        return { path, discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    async saveFile(key, temp) {
      files.set(checkKey(key), await readFile(temp.path));
      await temp.discard();
    },
    async openFile(key, range) {
      const bytes = files.get(checkKey(key));
      if (!bytes) return null;
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return { stream: Readable.from([part], { objectMode: false }), size: bytes.length };
    },
    async deleteFile(key) {
      files.delete(checkKey(key));
    },
    async deleteAbandonedTemps() {},
    async stop() {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
