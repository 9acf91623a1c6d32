import { statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Config } from "../config/config.ts";
import { startBundledDatabase } from "../platform/database/bundled/index.ts";
import { findPostmaster } from "../platform/database/bundled/postmaster.ts";
import { connectionUrl } from "../platform/database/bundled/supervisor.ts";
import { type Database, openDatabase } from "../platform/database/index.ts";
import { openStorage } from "../platform/storage/open.ts";
import type { Storage } from "../platform/storage/port.ts";

/** Commands print their own output. */
export const silent = pino({ level: "silent" });

/** Calls `work` with the direct URL of DATABASE_URL (or DATABASE_DIRECT_URL), or of the bundled database, started if necessary. Returns null without a database. */
export async function withDatabase<T>(
  { databaseDirectUrl, dataDir, postgresBin }: Pick<Config, "databaseDirectUrl" | "dataDir" | "postgresBin">,
  work: (url: string) => Promise<T>,
): Promise<T | null> {
  if (databaseDirectUrl) return work(databaseDirectUrl);
  if (!hasBundledDatabase(dataDir)) return null;
  const running = await findPostmaster(bundledCluster(dataDir));
  if (running?.socketDir) return work(connectionUrl(running.socketDir, "tessera"));
  return withBundledDatabase({ dataDir, postgresBin }, work);
}

/** Calls `work` with the URL of the bundled database, which is created and started if necessary. */
export async function withBundledDatabase<T>(
  { dataDir, postgresBin }: Pick<Config, "dataDir" | "postgresBin">,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const bundled = await startBundledDatabase({ dataDir, postgresBin, log: silent });
  try {
    return await work(bundled.url);
  } finally {
    await bundled.stop();
  }
}

/** Calls `work` with an open database, and closes it. */
export async function withOpenDatabase<T>(
  options: Omit<Parameters<typeof openDatabase>[0], "log">,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ ...options, log: silent });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

/** Opens the files of an installation. */
export const openFiles = ({ storage, dataDir, filesByProxy }: Config): Promise<Storage> =>
  openStorage({ s3: storage, dataDir, groupReads: filesByProxy !== undefined, log: silent });

export const bundledCluster = (dataDir: string) => join(dataDir, "postgres");

/** Returns whether the folder has a bundled database. Throws if this user may not read it, because a service's folder belongs to the service's user. */
export function hasBundledDatabase(dataDir: string): boolean {
  try {
    return statSync(join(bundledCluster(dataDir), "PG_VERSION")).isFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") return false;
    throw new Error(
      `${dataDir} belongs to another user. Run this as the user that runs Tessera, or as root.`,
    );
  }
}
