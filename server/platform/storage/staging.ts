import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../clock/index.ts";
import type { Log } from "../log/index.ts";
import { toStorageError } from "./errors.ts";
import type { Storage, TempFile } from "./port.ts";

const HOUR = 60 * 60 * 1000;

export type Staging = Pick<Storage, "createTemp" | "stop">;

/** A folder of this machine for bytes on their way in; what a killed process left there goes within the hour. */
export async function openStaging(options: {
  folder: string;
  log: Pick<Log, "warn">;
  clock: Clock;
}): Promise<Staging> {
  const { folder, log, clock } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, clock);
  const timer = setInterval(() => {
    sweep(folder, clock).catch((error) => log.warn({ err: error }, "left-over uploads stay for now"));
  }, HOUR).unref();
  return {
    async createTemp(source) {
      const temp = toTemp(join(folder, randomUUID()));
      try {
        await pipeline(source, createWriteStream(temp.path, { flags: "wx", mode: 0o600 }));
        return temp;
      } catch (error) {
        await temp.discard();
        throw toStorageError(error);
      }
    },
    async stop() {
      clearInterval(timer);
    },
  };
}

function toTemp(path: string): TempFile {
  return { path, discard: () => rm(path, { force: true }) };
}

/** Removes what a killed process left behind; an upload under way has just been written to. */
async function sweep(folder: string, clock: Clock): Promise<void> {
  const before = clock.now().getTime() - HOUR;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
