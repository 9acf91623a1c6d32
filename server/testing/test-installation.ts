import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { type BundledDatabase, startBundledDatabase } from "../platform/database/bundled/index.ts";
import { migrate } from "../platform/database/migrate.ts";
import { migrationsFolder } from "./database.ts";
import { testFolder } from "./temporary-folder.ts";

const log = pino({ level: "silent" });

type Installation = { folder: string; dataDir: string; database: BundledDatabase; start(): Promise<void> };

/** Creates an installation before the tests of a file, with a running and migrated database. */
export function testInstallation(): Installation {
  const folder = testFolder();
  const installation = {} as Installation;
  beforeAll(async () => {
    await chmod(folder.path, 0o755);
    const dataDir = join(folder.path, "data");
    const start = async () => {
      installation.database = await startBundledDatabase({ dataDir, log });
    };
    Object.assign(installation, { folder: folder.path, dataDir, start });
    await start();
    await migrate({ url: installation.database.url, folder: migrationsFolder, log });
  });
  afterAll(() => installation.database?.stop());
  return installation;
}
