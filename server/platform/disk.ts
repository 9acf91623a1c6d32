import { statfs } from "node:fs/promises";
import type { Log } from "./log/index.ts";
import { storageErrors } from "./storage/errors.ts";

const MB = 1024 * 1024;
/** The space above the reserve below which disk space counts as low. Uploads must not use the reserve, so large uploads are rejected by then. The alert has the same number. */
export const LOW_ABOVE_RESERVE_BYTES = 64 * MB;

/** The free space of the disks that uploads and the bundled database are written to. */
export type DiskSpace = {
  /** Returns the free bytes of the fullest disk, and whether they are low. Logs when the disk space becomes low, or is no longer low. */
  read(): Promise<{ freeBytes: number; isLow: boolean }>;
  /** Throws 507 when the reserve would not remain free after `bytes` more. */
  requireRoom(bytes: number): Promise<void>;
  readonly reserveBytes: number;
};

/** Watches the disks of the given folders. Ignores missing folders. A full disk would stop the database, and with it every sale, so uploads leave a reserve. */
export function createDiskSpace({
  folders,
  reserveBytes,
  log,
}: {
  folders: readonly string[];
  reserveBytes: number;
  log: Pick<Log, "warn" | "info">;
}): DiskSpace {
  let wasLow = false;
  const read = async () => {
    const free = await Promise.all(folders.map(freeBytesOf));
    const freeBytes = Math.min(...free);
    const isLow = freeBytes < reserveBytes + LOW_ABOVE_RESERVE_BYTES;
    const fields = { freeMb: Math.floor(freeBytes / MB), reserveMb: Math.floor(reserveBytes / MB) };
    if (isLow && !wasLow)
      log.warn(fields, "little more than the reserve of disk space is free; large uploads are rejected");
    if (!isLow && wasLow) log.info(fields, "enough disk space is free again");
    wasLow = isLow;
    return { freeBytes, isLow };
  };
  return {
    read,
    reserveBytes,
    async requireRoom(bytes) {
      const { freeBytes } = await read();
      if (freeBytes - bytes < reserveBytes)
        throw storageErrors.full({ cause: new Error("the reserve of disk space") });
    },
  };
}

/** The bytes after which the free space is read again. */
const CHECK_BYTES = 8 * 1024 * 1024;

/** Passes on the bytes of an upload, and throws 507 once they would use the reserve. Several uploads may have passed the first check at once. */
export async function* whileRoom(
  disk: Pick<DiskSpace, "requireRoom">,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let unchecked = 0;
  for await (const chunk of source) {
    unchecked += chunk.length;
    if (unchecked > CHECK_BYTES) {
      unchecked = 0;
      await disk.requireRoom(0);
    }
    yield chunk;
  }
}

/** The types of `statfs` of Linux for tmpfs and ramfs. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Returns true for a folder whose files are in memory: a restart of the machine or container deletes them. */
export async function isInMemory(folder: string): Promise<boolean> {
  return process.platform === "linux" && IN_MEMORY.has((await statfs(folder)).type);
}

async function freeBytesOf(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY;
}
