import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log/index.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { joinFormer } from "./former-migrations.ts";
import {
  type AppliedMigration,
  assertCompatible,
  createMigrationTable,
  isConcurrent,
  listApplied,
  type Migration,
  readMigrations,
  recordMigration,
} from "./migrations.ts";
import { DIRECT, READ_DIRECT } from "./pooler.ts";

/** The oldest major version that the migrations and queries are tested on. */
export const OLDEST_POSTGRES = 15;

const SERVER = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding, ${READ_DIRECT}`;
type Server = { version: string; encoding: string; direct: string | null };
/** Contains PgBouncer's own error text, by which `isRejectedByPooler` recognizes it. */
const PARAMETERS_IGNORED = "unsupported startup parameters are ignored there";

/**
 * Migrates the database to this release, on one node at a time. Each migration is a transaction, unless it creates indexes concurrently.
 * Throws when PostgreSQL is too old, this release cannot work with a newer database, or an applied migration was edited.
 */
export async function migrate(options: { url: string; folder: string; log: Log }): Promise<void> {
  const migrations = await readMigrations(options.folder);
  const client = new pg.Client({
    connectionString: options.url,
    application_name: "tessera migrations",
    options: `-c lock_timeout=0 ${DIRECT}`,
    connectionTimeoutMillis: 5_000,
  });
  // The pending query reports a broken connection. Without this listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const [server] = (await client.query<Server>(SERVER)).rows;
    assertServerVersion(server?.version ?? "of an unknown version");
    assertEncoding(server?.encoding ?? "of an unknown encoding");
    if (server?.direct !== "on") throw new Error(PARAMETERS_IGNORED);
    await lock(client);
    const applied = await listCurrent(client, migrations, options.log);
    assertCompatible(migrations, applied);
    const names = new Set(applied.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !names.has(name));
    for (const migration of missing) {
      await apply(client, migration, options.log);
      // The migrations of a new database are quick, so they are logged together.
      if (names.size > 0) options.log.info({ migration: migration.name }, "database migrated");
    }
    if (names.size === 0) options.log.info({ migrations: missing.length }, "database prepared");
  } finally {
    await client.end();
  }
}

const LOCK_POLL_MS = 200;

/** Returns the applied migrations. Replaces the records of commit 25e65fde with one of `0000_start.sql`, and creates the table in a new database. */
async function listCurrent(
  client: pg.Client,
  migrations: Migration[],
  log: Log,
): Promise<AppliedMigration[]> {
  const applied = await listApplied(client);
  const current = joinFormer(applied, migrations[0]);
  if (!current) throw new Error(TOO_OLD);
  if (current !== applied || applied.length === 0)
    await transact(client, { of: "schema_migrations", log }, async () => {
      await client.query("drop table if exists schema_migrations, compatible_migrations");
      await createMigrationTable(client);
      const known = new Map(migrations.map((migration) => [migration.name, migration]));
      for (const record of current)
        await recordMigration(client, known.get(record.name) ?? record, record.appliedAt);
    });
  return current;
}

const TOO_OLD =
  "The database is from before commit 25e65fde. Start that commit on it once, then this release.";

/** Takes a session lock, which PostgreSQL releases when this process exits. It polls, because a waiting statement would hold up a `create index concurrently` of the lock's owner. */
async function lock(client: pg.Client): Promise<void> {
  const attempt = () =>
    client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [advisoryLocks.migration]);
  while (!(await attempt()).rows[0]?.taken) await delay(LOCK_POLL_MS);
}

/** Returns true if Tessera works with this version of PostgreSQL. */
export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= OLDEST_POSTGRES;

/** Throws when the server's version is too old: a migration would fail with a syntax error. */
export function assertServerVersion(version: string): void {
  if (isSupported(version)) return;
  throw new Error(`Tessera needs PostgreSQL ${OLDEST_POSTGRES} or newer; this server is ${version}.`);
}

/** Throws when the database cannot hold texts of all languages: a migration would fail, because such a database has no collation of Unicode. */
function assertEncoding(encoding: string): void {
  if (encoding === "UTF8") return;
  throw new Error(
    `The database has the encoding ${encoding}; Tessera needs UTF8. Create another one, such as: CREATE DATABASE tessera OWNER tessera ENCODING 'UTF8' TEMPLATE template0;`,
  );
}

/**
 * Statements of other nodes queue behind a waiting migration, so it gives up soon and retries a moment later. Less
 * than PostgreSQL's `deadlock_timeout` of a second, so that a migration that needs several tables gives up before a
 * visitor's statement is aborted, and than the two seconds after which an event gets a 503.
 */
const LOCK_TIMEOUT = "800ms";
const RETRY_DELAY_MS = 500;
/** Two and a half minutes in all. */
const MAX_ATTEMPTS = 120;
/** PostgreSQL's codes of a deadlock and a lock that was not granted in time. */
const BLOCKED = ["40P01", "55P03"];

async function apply(client: pg.Client, migration: Migration, log: Log): Promise<void> {
  if (isConcurrent(migration)) return applyConcurrently(client, migration);
  await transact(client, { of: migration.name, log }, async () => {
    await client.query(migration.sql);
    await recordMigration(client, migration);
  });
}

/** Runs a transaction while nodes of the previous release use its tables. */
async function transact(
  client: pg.Client,
  { of, log }: { of: string; log: Log },
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      const isBlocked = error instanceof pg.DatabaseError && BLOCKED.includes(error.code ?? "");
      if (!isBlocked || attempt === MAX_ATTEMPTS) throw error;
      log.info({ migration: of, attempt }, "tables of a migration are in use; trying again");
      await delay(RETRY_DELAY_MS);
    }
  }
}

/** The separator between statements of a migration that drizzle-kit writes. */
const BREAKPOINT = "--> statement-breakpoint";

/** Applies statements that PostgreSQL runs only outside transactions. The process may be killed between them, so each must be repeatable. */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(BREAKPOINT)) await client.query(statement);
  await recordMigration(client, migration);
}
