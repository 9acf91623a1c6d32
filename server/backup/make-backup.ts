import { dirname } from "node:path";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { loadOrCreateSecret } from "../config/secret.ts";
import { acquireBackupLock } from "../platform/database/backup-lock.ts";
import { type BackupContents, recordBackup } from "../platform/database/last-backup.ts";
import { openFiles, withDatabase, withOpenDatabase } from "../start/installation.ts";
import { BackupError } from "./backup-error.ts";
import { countRows, type End, SECRET } from "./format.ts";
import type { Progress } from "./progress.ts";
import { requireRoom } from "./room.ts";
import { openSession } from "./session.ts";
import { estimateSize } from "./size.ts";
import { copyTables, describeDatabase, inSnapshot } from "./tables-out.ts";
import { copyFiles, listFiles } from "./uploads-out.ts";
import { type ArchiveWriter, type Contents, writeArchive } from "./write-archive.ts";

/** The text to print at the end, and whether the command succeeded. */
export type CommandResult = { text: string; ok: boolean };

export type CommandInput = { config: Config; file: string; signal: AbortSignal; progress: Progress };

/** Saves an installation, running or stopped, in one file. */
export async function makeBackup(input: CommandInput): Promise<{ end: End; bytes: number }> {
  const { config, file, signal } = input;
  const made = await withDatabase(config, async (url) => {
    const secret = config.appSecret ?? (await loadOrCreateSecret(config.dataDir));
    const { diskReserveBytes } = config;
    const archived = await writeArchive({ file, signal, diskReserveBytes }, (archive) =>
      openSession({ url, name: "tessera backup", signal }, (client) =>
        save(input, { client, archive, secret }),
      ),
    );
    const { end, bytes } = archived;
    if (end.lostFiles.length === 0)
      await recordFor(url, { file, bytes, rows: countRows(end), files: end.files });
    return archived;
  });
  if (made) return made;
  throw new BackupError(
    `There is no installation in ${config.dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its database.`,
  );
}

/** Records the backup for `doctor`. The backup is complete even if recording fails, for example on a read-only server. */
const recordFor = (url: string, contents: BackupContents): Promise<void> =>
  withOpenDatabase({ url, maxConnections: 1 }, (db) => recordBackup(db, contents).catch(() => undefined));

async function save(
  input: CommandInput,
  { client, archive, secret }: { client: pg.Client; archive: ArchiveWriter; secret: string },
): Promise<Contents> {
  const { config, progress } = input;
  // The lock keeps the bytes of deleted files. It is taken before the snapshot, so that they match its rows.
  await acquireBackupLock(client);
  progress.step("Saving the database");
  const { rows, files } = await inSnapshot(client, async (tables) => {
    const header = await describeDatabase(client, tables);
    await requireRoom(dirname(input.file), {
      bytes: await estimateSize(client),
      reserveBytes: config.diskReserveBytes,
      what: "The backup",
    });
    await archive.begin(header);
    await archive.add(SECRET, Buffer.from(`${secret}\n`));
    const rows = await copyTables({ archive, onBytes: progress.bytes, client }, tables);
    return { rows, files: await listFiles(client) };
  });
  progress.step("Saving the files");
  const storage = await openFiles(config);
  try {
    const copied = await copyFiles({ archive, storage, onBytes: progress.bytes }, files);
    // A lost connection releases the lock, and files may then be removed: in that case this query fails.
    await client.query("");
    return { rows, ...copied };
  } finally {
    await storage.stop();
  }
}
