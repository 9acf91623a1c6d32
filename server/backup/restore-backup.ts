import { mkdir, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { isConnectionLost } from "../platform/database/errors.ts";
import { migrate } from "../platform/database/migrate.ts";
import { hasBundledDatabase, silent as log, openFiles, withBundledDatabase } from "../start/installation.ts";
import { BackupError } from "./backup-error.ts";
import { type End, type Header, SECRET } from "./format.ts";
import { load } from "./load.ts";
import type { CommandInput } from "./make-backup.ts";
import { readArchive, readHeader } from "./read-archive.ts";
import { assertSameSecret, saveSecret } from "./secret.ts";
import { openSession } from "./session.ts";
import {
  acquireRestoreLock,
  assertEmpty,
  createJobTables,
  dropJobTables,
  listKnownMigrations,
  migrationsFolder,
} from "./target.ts";
import { openUploads, readUploads } from "./uploads-in.ts";

type VerifiedArchive = { header: Header; end: End; secret: string };
export type Restored = { header: Header; end: End; unknownTables: string[] };

const NAME = "tessera restore";

/** Restores a backup into an empty installation: all of it, or nothing. Without `savesFiles`, its files are compared with their rows but not saved. */
export async function restoreBackup(
  input: CommandInput,
  { savesFiles = true }: { savesFiles?: boolean } = {},
): Promise<Restored> {
  const { config, signal } = input;
  await listKnownMigrations(await readHeader(input));
  // Checked before the file is read, which takes long. A missing database is created only after that.
  if (config.databaseDirectUrl || hasBundledDatabase(config.dataDir)) {
    await withTarget(config, (url) =>
      openSession({ url, name: NAME, signal }, (client) => assertEmpty(client, config)),
    );
  }
  const verified = await verifyArchive(input);
  await assertSameSecret(input, verified.secret);
  return withTarget(config, async (url) => {
    const unknownTables = await openSession({ url, name: NAME, signal }, (client) =>
      restoreInto({ url, client, savesFiles }, input, verified),
    );
    await migrate({ url, folder: migrationsFolder, log });
    return { ...verified, unknownTables };
  });
}

/** Reads the whole archive once, so that nothing is written before it is verified. */
async function verifyArchive({ file, signal, progress }: CommandInput): Promise<VerifiedArchive> {
  progress.step("Checking the backup", (await stat(file)).size);
  let secret = "";
  const read = await readArchive({ file, signal, onBytes: progress.bytes }, async ({ name, bytes }) => {
    if (name === SECRET) secret = (await buffer(bytes)).toString("utf8").trim();
  });
  if (secret) return { ...read, secret };
  throw new BackupError(`${file} holds no secret. Use another backup.`);
}

/** Calls `work` with the URL of DATABASE_URL, or of the bundled database, which is created if missing. */
async function withTarget<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseDirectUrl) return work(config.databaseDirectUrl);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return withBundledDatabase(config, work);
}

/** Restores the database in one transaction, and saves the files before the commit, like an upload. Returns foreign tables, which were not restored. */
async function restoreInto(
  { url, client, savesFiles }: { url: string; client: pg.Client; savesFiles: boolean },
  input: CommandInput,
  verified: VerifiedArchive,
): Promise<string[]> {
  const { config, signal } = input;
  await acquireRestoreLock(client);
  await assertEmpty(client, config);
  const storage = await openFiles(config);
  const uploads = savesFiles ? openUploads(storage) : readUploads();
  const undoing = [() => dropJobTables(url), uploads.undo];
  let committing = false;
  try {
    await createJobTables(url, client, verified.header.jobsVersion);
    await client.query("begin");
    const unknownTables = await load(input, { ...verified, client, uploads });
    undoing.push(await saveSecret(config, verified.secret));
    signal.throwIfAborted();
    committing = true;
    await client.query("commit");
    // Optional: makes the first queries faster.
    await client.query("analyze").catch(() => undefined);
    return unknownTables;
  } catch (error) {
    if (committing && isConnectionLost(error)) throw uncertain();
    // The server rolls back the open transaction when the connection closes.
    await client.end().catch(() => undefined);
    for (const undo of undoing.reverse()) await undo().catch(() => undefined);
    throw error;
  } finally {
    await storage.stop();
  }
}

const uncertain = () =>
  new BackupError(
    "The connection to the database broke at the last moment. If the database is empty, restore again. Otherwise everything is restored.",
  );
