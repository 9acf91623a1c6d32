import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { makePartitions } from "../modules/analytics/partitions.ts";
import { findBinaries } from "../platform/database/bundled/binaries.ts";
import { startBundledDatabase } from "../platform/database/bundled/index.ts";
import { openDatabase } from "../platform/database/index.ts";
import { migrate } from "../platform/database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A database of the server, from which tests create their own. */
    adminUrl: string;
    /** The name of a migrated, empty database to copy. */
    template: string;
  }
}

/** Enough for three files at once. Each may start several processes of the product with about 22 connections. */
export const MAX_TEST_CONNECTIONS = 500;

/** Uses the PostgreSQL server of TEST_DATABASE_URL for all API tests, or starts the bundled one. Migrates a database that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-test-"));
  const log = pino({ level: "silent" });
  const given = process.env.TEST_DATABASE_URL;
  const bundled = given
    ? undefined
    : await startBundledDatabase({
        dataDir: folder,
        postgresBin: await wrapPostgres(folder),
        log,
        maxConnections: MAX_TEST_CONNECTIONS,
      });
  const adminUrl = given ?? bundled?.url ?? "";
  const template = `tessera_template_${process.pid}`;

  await administer(adminUrl, `create database ${template}`);
  const url = withDatabase(adminUrl, template);
  await migrate({ url, folder: migrationsFolder, log });
  await makeEventPartitions(url);
  project.provide("adminUrl", adminUrl);
  project.provide("template", template);

  return async () => {
    await administer(adminUrl, `drop database if exists ${template} with (force)`);
    await bundled?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Creates the partitions that an installation creates at its first start. */
async function makeEventPartitions(url: string): Promise<void> {
  const db = openDatabase({ url, log: pino({ level: "silent" }) });
  try {
    await makePartitions(db);
  } finally {
    await db.$client.end();
  }
}

/**
 * Settings that save time. No test cuts the power of the machine, and no database lives long enough to need
 * vacuuming. Large shared memory would slow down starting connections, and creating and dropping databases.
 */
const TEST_SETTINGS = { fsync: "off", autovacuum: "off", shared_buffers: "128MB" };

/**
 * Writes wrappers of the product's PostgreSQL programs with these settings. The last settings on a command
 * line win.
 */
async function wrapPostgres(folder: string): Promise<string> {
  const { current } = await findBinaries({ cluster: join(folder, "postgres"), postgresBin: undefined });
  const flags = Object.entries(TEST_SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  const programs = join(folder, "programs");
  await mkdir(programs);
  for (const [name, more] of [
    ["initdb", ""],
    ["postgres", flags.join(" ")],
  ] as const) {
    const program = `'${current[name].replaceAll("'", "'\\''")}'`;
    await writeFile(join(programs, name), `#!/bin/sh\nexec ${program} "$@" ${more}\n`, { mode: 0o755 });
  }
  return programs;
}

export const migrationsFolder = fileURLToPath(new URL("../migrations/", import.meta.url));

/** Runs a statement on a separate connection. */
export async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${name}`);
}
