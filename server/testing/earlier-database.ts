import { randomBytes } from "node:crypto";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { inject, onTestFinished } from "vitest";
import { migrate } from "../platform/database/migrate.ts";
import { administer, migrationsFolder, withDatabase } from "./database.ts";
import { makeTestFolder } from "./temporary-folder.ts";

/** Creates a database as it was before a migration, for one test; `migrate` runs that one and the later ones. */
export async function databaseBefore(migration: string) {
  const adminUrl = inject("adminUrl");
  const name = `tessera_before_${randomBytes(8).toString("hex")}`;
  const url = withDatabase(adminUrl, name);
  const log = pino({ level: "silent" });
  const folder = await makeTestFolder();
  const all = (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort();
  const first = all.findIndex((file) => file.endsWith(`_${migration}.sql`));
  if (first < 0) throw new Error(`no migration ${migration}`);
  for (const file of all.slice(0, first)) await cp(join(migrationsFolder, file), join(folder, file));
  await administer(adminUrl, `create database ${name}`);
  const client = new pg.Client({ connectionString: url });
  onTestFinished(async () => {
    await client.end();
    await administer(adminUrl, `drop database if exists ${name} with (force)`);
  });
  await migrate({ url, folder, log });
  await client.connect();
  return { url, client, migrate: () => migrate({ url, folder: migrationsFolder, log }) };
}
