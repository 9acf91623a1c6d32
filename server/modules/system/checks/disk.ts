import { statfs } from "node:fs/promises";
import type { Database } from "../../../platform/database/index.ts";
import { isInMemory } from "../../../platform/disk.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const MB = 1024 * 1024;
/**
 * Reserved for PostgreSQL, which stops when its disk is full. Uploads and emails are written to the same
 * disk.
 */
const FAULT_BYTES = 256 * MB;
const WARNING_BYTES = 2048 * MB;
/** The share for large disks, which fill in larger steps. */
const WARNING_SHARE = 1 / 20;

export const diskCheck: Check = {
  name: "Disk space",
  advice: "DATA_DIR must be a folder that Tessera may read and write.",
  async run({ settings: { dataDir, diskReserveBytes }, db }) {
    const { bavail, bsize, blocks, files, ffree } = await statfs(dataDir);
    const disk = { free: bavail * bsize, total: blocks * bsize, files, freeFiles: ffree };
    const found = assessDisk(disk, { dataDir, reserveBytes: diskReserveBytes });
    if (found.verdict !== "ok") return [{ ...found, seen: `${found.seen}${await describeLargest(db)}` }];
    if (!(await isInMemory(dataDir))) return [found];
    const seen = `${found.seen}, but ${dataDir} is in memory: a restart of this machine or container deletes it`;
    return [warning({ seen, advice: "Set DATA_DIR to a folder on a disk, or mount a volume there." })];
  },
};

/**
 * Names the creators with the most stored bytes. Returns nothing without a database, so that the disk is
 * still assessed.
 */
async function describeLargest(db: Database): Promise<string> {
  const query = `select handle, sum(size)::float8 as bytes from files join creators on creators.id = creator_id
    group by handle order by bytes desc limit 3`;
  const { rows } = await db.$client
    .query<{ handle: string; bytes: number }>(query)
    .catch(() => ({ rows: [] }));
  const list = rows.map(({ handle, bytes }) => `@${handle} ${sizeText(bytes)}`);
  return list.length === 0 ? "" : `; most uploads are of ${list.join(", ")}`;
}

const sizeText = (bytes: number) =>
  bytes < 1024 * MB ? `${Math.floor(bytes / MB)} MB` : `${(bytes / 1024 / MB).toFixed(1)} GB`;

/** Assesses a disk's free bytes and inodes. 0 inodes mean that the file system does not count them. */
export function assessDisk(
  disk: { free: number; total: number; files: number; freeFiles: number },
  { dataDir, reserveBytes }: { dataDir: string; reserveBytes: number },
): Found {
  const advice = `Free some space on the disk of ${dataDir}, or move DATA_DIR to a larger one.`;
  const seen = `${sizeText(disk.free)} of ${sizeText(disk.total)} are free`;
  if (disk.free < Math.max(FAULT_BYTES, reserveBytes)) return fault({ seen, advice });
  if (disk.files > 0 && disk.freeFiles < disk.files / 100) {
    return fault({ seen: `${seen}, but nearly all inodes are in use`, advice });
  }
  const isScarce = disk.free < Math.max(WARNING_BYTES, disk.total * WARNING_SHARE);
  return isScarce ? warning({ seen, advice }) : ok({ seen });
}
