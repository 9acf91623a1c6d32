import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { recordVerification } from "../../server/platform/database/last-backup.ts";
import { withDatabase, withOpenDatabase } from "../installation.ts";
import { BackupError } from "./backup-error.ts";
import type { CommandInput } from "./make-backup.ts";
import { formatBytes } from "./progress.ts";
import { type Restored, restoreBackup } from "./restore-backup.ts";

/** The restored database has its indexes and its write-ahead log beside the rows. */
const ROOM = 1.5;
const WAL_BYTES = 1_000_000_000;

/**
 * Restores a backup of this installation into a scratch database of its own, in `DATA_DIR/verify`, which is removed afterwards: every row is
 * counted, every constraint checked, and the hash of every file compared with its row. Records it when nothing is missing.
 */
export async function verifyBackup(input: CommandInput): Promise<Restored> {
  const { config } = input;
  const folder = join(config.dataDir, "verify");
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await requireRoom(input);
  // One that was killed has left its folder.
  await rm(folder, { recursive: true, force: true });
  try {
    const scratch = {
      ...config,
      dataDir: folder,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      appSecret: undefined,
      storage: undefined,
    };
    const restored = await restoreBackup({ ...input, config: scratch }, { savesFiles: false });
    await withDatabase(config, (url) => withOpenDatabase({ url, maxConnections: 1 }, recordVerification));
    return restored;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scratch database is on the disk of the real one, which must not be filled. */
async function requireRoom({ config }: CommandInput): Promise<void> {
  const needed = await withDatabase(config, async (url) => {
    return (await readSize(url)) * ROOM + WAL_BYTES + config.diskReserveBytes;
  });
  const { bavail, bsize } = await statfs(config.dataDir);
  if (needed !== null && bavail * bsize < needed) {
    throw new BackupError(
      `The backup is saved, but not verified: its scratch database needs ${formatBytes(needed)} of free disk in ${config.dataDir}, and ${formatBytes(bavail * bsize)} are free.`,
    );
  }
}

async function readSize(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select pg_database_size(current_database())::float8 as bytes");
    return rows[0].bytes;
  } finally {
    await client.end();
  }
}
