import { fileURLToPath } from "node:url";
import { type Config, ConfigError, readConfig } from "../server/config/config.ts";
import { loadEnvFile } from "../server/config/env-file.ts";
import { migrate } from "../server/platform/database/migrate.ts";
import { createLog } from "../server/platform/log/index.ts";
import { withDatabase } from "../server/start/installation.ts";
import { explainStartupError } from "../server/start/startup-error.ts";

let config: Config | undefined;

/** Updates the database to this release before its nodes start. Exits with 1 on a failure. */
async function run(): Promise<void> {
  loadEnvFile();
  config = readConfig(process.env);
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
  const folder = fileURLToPath(new URL("../server/migrations/", import.meta.url));
  const migrated = await withDatabase(config, async (url) => {
    await migrate({ url, folder, log });
    return true;
  });
  if (!migrated) throw new ConfigError(["DATABASE_URL is not set, and there is no database in DATA_DIR"]);
  console.log("The database is up to date.");
}

await run().catch((error: unknown) => {
  console.error(explainStartupError(error, config));
  process.exitCode = 1;
});
