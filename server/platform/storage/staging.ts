import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../clock/index.ts";
import { toStorageError } from "./errors.ts";
import type { Storage, TempFile } from "./port.ts";

const HOUR = 60 * 60 * 1000;

export type Staging = Pick<Storage, "createTemp" | "deleteAbandonedTemps">;

/** Opens the local folder for uploads in progress, and deletes files of killed processes. */
export async function openStaging({ folder, clock }: { folder: string; clock: Clock }): Promise<Staging> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteAbandonedTemps(folder, clock);
  return {
    async createTemp(source) {
      const temp = toTemp(join(folder, randomUUID()));
      try {
        // Opened before anything can fail, because a stream that opens the file itself may create it after it was deleted.
        const file = await open(temp.path, "wx", 0o600);
        await pipeline(source, file.createWriteStream());
        return temp;
      } catch (error) {
        await temp.discard();
        throw toStorageError(error);
      }
    },
    deleteAbandonedTemps: () => deleteAbandonedTemps(folder, clock),
  };
}

function toTemp(path: string): TempFile {
  return { path, discard: () => rm(path, { force: true }) };
}

/** Deletes files of killed processes. An upload in progress was written to within the last hour. */
async function deleteAbandonedTemps(folder: string, clock: Clock): Promise<void> {
  const before = clock.now().getTime() - HOUR;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
