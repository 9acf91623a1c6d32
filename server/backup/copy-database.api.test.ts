import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { startBundledDatabase } from "../platform/database/bundled/index.ts";
import { olderPostgres } from "../platform/database/bundled/test-folders.ts";
import { addFile } from "../testing/factories.ts";
import { SECRET } from "../testing/harness.ts";
import { makeTestFolder } from "../testing/temporary-folder.ts";
import { ask, describeDatabase, openSite } from "./backup.test-kit.ts";
import { copyDatabase } from "./copy-database.ts";

const log = pino({ level: "silent" });
/** Rows that a backup leaves out. */
const temporary = [
  "insert into visitor_salts (day, salt) values ('2026-01-01', '\\x01') on conflict do nothing",
  "insert into rate_limits (key, points) values ('known', 3)",
];

async function describeContents(url: string) {
  const { constraints: _, ...contents } = await describeDatabase(url);
  return {
    ...contents,
    // PostgreSQL 18 lists not-null columns as constraints.
    constraints: await ask(
      url,
      "select conname, pg_get_constraintdef(oid) from pg_constraint where contype <> 'n' and connamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) order by 1, 2",
    ),
    temporary: await ask(
      url,
      "select s::text from visitor_salts s union all select r::text from rate_limits r order by 1",
    ),
  };
}

test.runIf(existsSync(olderPostgres))(
  "keeps every row, sequence, constraint, index and trigger in an upgrade to a new major version of PostgreSQL",
  async () => {
    const dataDir = await makeTestFolder();
    await chmod(dataDir, 0o755);
    const older = await startBundledDatabase({ dataDir, postgresBin: olderPostgres, log });
    const config = readConfig({ DATABASE_URL: older.url, DATA_DIR: dataDir, APP_SECRET: SECRET });
    const site = await openSite(
      { url: older.url, config, folder: dataDir, remove: async () => undefined },
      { jobs: "database" },
    );
    const user = await site.signUp();
    await addFile(site, user, "bytes");
    await site.close();
    for (const statement of temporary) await ask(older.url, statement);
    const before = await describeContents(older.url);
    await older.stop();

    const upgraded = await startBundledDatabase({ dataDir, copyDatabase, log });
    onTestFinished(upgraded.stop);
    expect(upgraded.version).not.toMatch(/^15/);
    expect(await describeContents(upgraded.url)).toEqual(before);
  },
);
