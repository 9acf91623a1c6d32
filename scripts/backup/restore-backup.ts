import { mkdir, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { pino } from "pino";
import type { Config } from "../../server/config.ts";
import { startBundledDatabase } from "../../server/platform/database/bundled/index.ts";
import { isConnectionLost } from "../../server/platform/database/errors.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { openStorage } from "../../server/platform/storage/open.ts";
import { hasBundledDatabase } from "../installation.ts";
import { type End, type Header, SECRET } from "./format.ts";
import { load } from "./load.ts";
import type { Given } from "./make-backup.ts";
import { BackupProblem } from "./problem.ts";
import { readArchive, readHeader } from "./read-archive.ts";
import { keepSecret, refuseOtherSecret } from "./secret.ts";
import { openSession } from "./session.ts";
import {
  dropJobTables,
  makeJobTables,
  migrationsFolder,
  refuseNewer,
  refuseUnlessEmpty,
  takeAlone,
} from "./target.ts";
import { openUploads } from "./uploads-in.ts";

type Proved = { header: Header; end: End; secret: string };
export type Restored = { header: Header; end: End; unknownTables: string[] };

const NAME = "tessera restore";
const log = pino({ level: "silent" });

/** Brings a backup into an empty installation: all of it, or nothing. */
export async function restoreBackup(given: Given): Promise<Restored> {
  const { config, signal } = given;
  await refuseNewer(await readHeader(given));
  // Said before the long look at the file. Where there is nothing yet, nothing is made before it either.
  if (config.databaseUrl || hasBundledDatabase(config.dataDir)) {
    await withTarget(config, (url) =>
      openSession({ url, name: NAME, signal }, (client) => refuseUnlessEmpty(client, config)),
    );
  }
  const proved = await prove(given);
  await refuseOtherSecret(given, proved.secret);
  return withTarget(config, async (url) => {
    const unknownTables = await openSession({ url, name: NAME, signal }, (client) =>
      restoreInto({ url, client }, given, proved),
    );
    await migrate({ url, folder: migrationsFolder, log });
    return { ...proved, unknownTables };
  });
}

/** Reads all of it once, so that nothing is written before it is known to be whole. */
async function prove({ file, signal, progress }: Given): Promise<Proved> {
  progress.step("Checking the backup", (await stat(file)).size);
  let secret = "";
  const read = await readArchive({ file, signal, onBytes: progress.bytes }, async ({ name, bytes }) => {
    if (name === SECRET) secret = (await buffer(bytes)).toString("utf8").trim();
  });
  if (secret) return { ...read, secret };
  throw new BackupProblem(`${file} holds no secret. Take another backup.`);
}

/** The database of DATABASE_URL, or the bundled one, made where there is none. */
async function withTarget<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const bundled = await startBundledDatabase({
    dataDir: config.dataDir,
    postgresBin: config.postgresBin,
    log,
  });
  try {
    return await work(bundled.url);
  } finally {
    await bundled.stop();
  }
}

/** One transaction for the database; the files come before its end, as with an upload. Returns the tables that are not ours and stayed out. */
async function restoreInto(
  { url, client }: { url: string; client: pg.Client },
  given: Given,
  proved: Proved,
): Promise<string[]> {
  const { config, signal } = given;
  await takeAlone(client);
  await refuseUnlessEmpty(client, config);
  const storage = await openStorage({ place: config.storage, dataDir: config.dataDir, log });
  const uploads = openUploads(storage);
  const undoing = [() => dropJobTables(url), uploads.undo];
  let committing = false;
  try {
    await makeJobTables(url, client, proved.header.jobsVersion);
    await client.query("begin");
    const unknownTables = await load(given, { ...proved, client, uploads });
    undoing.push(await keepSecret(config, proved.secret));
    signal.throwIfAborted();
    committing = true;
    await client.query("commit");
    // Only makes the first minutes quicker.
    await client.query("analyze").catch(() => undefined);
    return unknownTables;
  } catch (error) {
    if (committing && isConnectionLost(error)) throw uncertain();
    // Whatever the connection was in the middle of: the server undoes it.
    await client.end().catch(() => undefined);
    for (const undo of undoing.reverse()) await undo().catch(() => undefined);
    throw error;
  } finally {
    await storage.stop();
  }
}

const uncertain = () =>
  new BackupProblem(
    "The connection to the database broke at the last moment. If the database is empty, restore again; if it is not, all is restored.",
  );
