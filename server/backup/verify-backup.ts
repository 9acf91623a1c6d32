import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { stopServer } from "../platform/database/bundled/postmaster.ts";
import { recordVerification } from "../platform/database/last-backup.ts";
import { bundledCluster, withDatabase, withOpenDatabase } from "../start/installation.ts";
import type { CommandInput } from "./make-backup.ts";
import { type Restored, restoreBackup } from "./restore-backup.ts";
import { requireRoom } from "./room.ts";
import { readDatabaseSize } from "./size.ts";

/** The restored database has indexes and a write-ahead log besides the rows. */
const ROOM = 1.5;
const WAL_BYTES = 1_000_000_000;

/**
 * Restores a backup into a scratch database in `DATA_DIR/verify`, which is removed afterwards: every row is counted, every constraint checked,
 * and every file's hash compared with its row. Records a success. Call it with the lock of verifications.
 */
export async function verifyBackup(input: CommandInput): Promise<Restored> {
  const { config } = input;
  const folder = join(config.dataDir, "verify");
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await requireRoomForScratch(input);
  // A killed process has left its folder, and perhaps its server.
  await stopServer(bundledCluster(folder));
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

/** The scratch database shares a disk with the real one, which must not be filled. */
async function requireRoomForScratch({ config, file }: CommandInput): Promise<void> {
  const size = await withDatabase(config, (url) =>
    withOpenDatabase({ url, maxConnections: 1 }, (db) => readDatabaseSize(db.$client)),
  );
  await requireRoom(config.dataDir, {
    bytes: (size ?? (await stat(file)).size) * ROOM + WAL_BYTES,
    reserveBytes: config.diskReserveBytes,
    what: `${file} is not restored in a test: the scratch database`,
  });
}
