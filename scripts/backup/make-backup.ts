import type pg from "pg";
import { pino } from "pino";
import type { Config } from "../../server/config.ts";
import { acquireBackupLock } from "../../server/platform/database/backup-lock.ts";
import { openStorage } from "../../server/platform/storage/open.ts";
import { loadOrCreateSecret } from "../../server/secret.ts";
import { withDatabase } from "../installation.ts";
import { type End, SECRET } from "./format.ts";
import { BackupProblem } from "./problem.ts";
import type { Progress } from "./progress.ts";
import { openSession } from "./session.ts";
import { copyTables, describeDatabase, inSnapshot } from "./tables-out.ts";
import { copyFiles, listFiles } from "./uploads-out.ts";
import { type ArchiveWriter, type Contents, writeArchive } from "./write-archive.ts";

export type Given = { config: Config; file: string; signal: AbortSignal; progress: Progress };

/** Saves an installation in one file, while it runs or while it does not. */
export async function makeBackup(given: Given): Promise<{ end: End; bytes: number }> {
  const { config, file, signal } = given;
  const made = await withDatabase(config, async (url) => {
    const secret = config.appSecret ?? (await loadOrCreateSecret(config.dataDir));
    return writeArchive({ file, signal }, (archive) =>
      openSession({ url, name: "tessera backup", signal }, (client) =>
        save(given, { client, archive, secret }),
      ),
    );
  });
  if (made) return made;
  throw new BackupProblem(
    `There is no installation in ${config.dataDir}. Set DATA_DIR to where it is, or DATABASE_URL to its database.`,
  );
}

async function save(
  { config, progress }: Given,
  { client, archive, secret }: { client: pg.Client; archive: ArchiveWriter; secret: string },
): Promise<Contents> {
  // From here on the bytes of files stay, whatever becomes of their rows; hence before the snapshot.
  await acquireBackupLock(client);
  progress.step("Saving the database");
  const { rows, files } = await inSnapshot(client, async (tables) => {
    await archive.begin(await describeDatabase(client, tables));
    await archive.add(SECRET, Buffer.from(`${secret}\n`));
    const rows = await copyTables({ client, archive, onBytes: progress.bytes }, tables);
    return { rows, files: await listFiles(client) };
  });
  progress.step("Saving the files");
  const storage = await openStorage({
    place: config.storage,
    dataDir: config.dataDir,
    log: pino({ level: "silent" }),
  });
  try {
    const copied = await copyFiles({ archive, storage, onBytes: progress.bytes }, files);
    // The hold ends with its connection: this fails if it was lost, and files with it perhaps.
    await client.query("");
    return { rows, ...copied };
  } finally {
    await storage.stop();
  }
}
