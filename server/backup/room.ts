import { statfs } from "node:fs/promises";
import { BackupError } from "./backup-error.ts";
import { formatBytes } from "./progress.ts";

/** Throws unless a folder's disk has room above the reserve. It may be the disk of DATA_DIR, where the database stops without the reserve. */
export async function requireRoom(
  folder: string,
  { bytes, reserveBytes, what }: { bytes: number; reserveBytes: number; what: string },
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free - bytes >= reserveBytes) return;
  throw new BackupError(
    `${what} needs ${formatBytes(bytes)} on the disk of ${folder} above the reserve of ${formatBytes(reserveBytes)} (DISK_RESERVE_MB), and ${formatBytes(free)} are free.`,
    "room",
  );
}
