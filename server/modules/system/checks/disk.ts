import { statfs } from "node:fs/promises";
import { defineMessages, type Message } from "../../../../contract/texts.ts";
import type { Database } from "../../../platform/database/index.ts";
import { isInMemory } from "../../../platform/disk.ts";
import { type Check, type Found, fault, ok, shared, warning } from "../check.ts";

const MB = 1024 * 1024;
/**
 * Reserved for PostgreSQL, which stops when its disk is full. Uploads and emails are written to the same
 * disk.
 */
const FAULT_BYTES = 256 * MB;
const WARNING_BYTES = 2048 * MB;
/** The share for large disks, which fill in larger steps. */
const WARNING_SHARE = 1 / 20;

const messages = defineMessages("check_disk", {
  name: "Disk space",
  free: "{free} of {total} are free",
  inodes: "nearly all inodes are in use",
  freeAdvice: "Free some space on the disk of {folder}, or move DATA_DIR to a larger one.",
  most: "most uploads are of @{handle} {size}",
  next: "@{handle} has {size}",
  inMemory: "{folder} is in memory: a restart of this machine or container deletes it",
  inMemoryAdvice: "Set DATA_DIR to a folder on a disk, or mount a volume there.",
});

export const diskCheck: Check = {
  id: "disk_space",
  name: messages.name,
  advice: shared.dataDir,
  async run({ settings: { dataDir, diskReserveBytes }, db }) {
    const { bavail, bsize, blocks, files, ffree } = await statfs(dataDir);
    const disk = { free: bavail * bsize, total: blocks * bsize, files, freeFiles: ffree };
    const found = assessDisk(disk, { dataDir, reserveBytes: diskReserveBytes });
    if (found.verdict !== "ok") return [{ ...found, seen: [found.seen, await describeLargest(db)].flat() }];
    if (!(await isInMemory(dataDir))) return [found];
    const seen = [found.seen, messages.inMemory({ folder: dataDir })].flat();
    return [warning({ seen, advice: messages.inMemoryAdvice })];
  },
};

/**
 * Names the creators with the most stored bytes. Returns nothing without a database, so that the disk is
 * still assessed.
 */
async function describeLargest(db: Database): Promise<Message[]> {
  const query = `select handle, sum(size)::float8 as bytes from files join creators on creators.id = creator_id
    group by handle order by bytes desc limit 3`;
  const { rows } = await db.$client
    .query<{ handle: string; bytes: number }>(query)
    .catch(() => ({ rows: [] }));
  return rows.map(({ handle, bytes }, index) =>
    (index === 0 ? messages.most : messages.next)({ handle, size: { bytes } }),
  );
}

/** Assesses a disk's free bytes and inodes. 0 inodes mean that the file system does not count them. */
export function assessDisk(
  disk: { free: number; total: number; files: number; freeFiles: number },
  { dataDir, reserveBytes }: { dataDir: string; reserveBytes: number },
): Found {
  const advice = messages.freeAdvice({ folder: dataDir });
  const seen = messages.free({ free: { bytes: disk.free }, total: { bytes: disk.total } });
  if (disk.free < Math.max(FAULT_BYTES, reserveBytes)) return fault({ seen, advice });
  if (disk.files > 0 && disk.freeFiles < disk.files / 100) {
    return fault({ seen: [seen, messages.inodes], advice });
  }
  const isScarce = disk.free < Math.max(WARNING_BYTES, disk.total * WARNING_SHARE);
  return isScarce ? warning({ seen, advice }) : ok({ seen });
}
