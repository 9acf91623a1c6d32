import { statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Config } from "../server/config/config.ts";
import { startBundledDatabase } from "../server/platform/database/bundled/index.ts";
import { findPostmaster } from "../server/platform/database/bundled/postmaster.ts";
import { connectionUrl } from "../server/platform/database/bundled/supervisor.ts";

const silent = pino({ level: "silent" });

/** Calls `work` with the direct URL of DATABASE_URL (or DATABASE_DIRECT_URL) or of the bundled database, which is started for the duration of the work if it is not running; returns null when there is none. */
export async function withDatabase<T>(
  { databaseDirectUrl, dataDir, postgresBin }: Pick<Config, "databaseDirectUrl" | "dataDir" | "postgresBin">,
  work: (url: string) => Promise<T>,
): Promise<T | null> {
  if (databaseDirectUrl) return work(databaseDirectUrl);
  if (!hasBundledDatabase(dataDir)) return null;
  const running = await findPostmaster(bundledCluster(dataDir));
  if (running?.socketDir) return work(connectionUrl(running.socketDir, "tessera"));
  const bundled = await startBundledDatabase({ dataDir, postgresBin, log: silent });
  try {
    return await work(bundled.url);
  } finally {
    await bundled.stop();
  }
}

export const bundledCluster = (dataDir: string) => join(dataDir, "postgres");

/** Throws when this user may not look: the folder of a service belongs to its own user. */
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
