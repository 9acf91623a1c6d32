import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log/index.ts";
import { advisoryLocks } from "./advisory-locks.ts";

export const MIGRATIONS_TABLE =
  "create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())";

/** The oldest major version that the migrations and queries are tested on. */
const OLDEST_POSTGRES = 15;

const SERVER =
  "select current_setting('server_version') as version, current_setting('server_encoding') as encoding, current_setting('tessera.direct', true) as direct";
type Server = { version: string; encoding: string; direct: string | null };
/** Contains PgBouncer's own words for a parameter that it rejects. */
const PARAMETERS_IGNORED = "unsupported startup parameters are ignored there";

type Migration = { name: string; sql: string; hash: string };

/** Migrates the database to this release, in one transaction per migration and on one node at a time. Throws when PostgreSQL is too old, the database is newer, or an applied migration was edited. */
export async function migrate(options: { url: string; folder: string; log: Log }): Promise<void> {
  const migrations = await readMigrations(options.folder);
  const client = new pg.Client({
    connectionString: options.url,
    application_name: "tessera migrations",
    // Poolers reject startup parameters, or are configured to ignore them.
    options: "-c lock_timeout=0 -c tessera.direct=on",
  });
  // The pending query reports a broken connection; without this listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const [server] = (await client.query<Server>(SERVER)).rows;
    assertServerVersion(server?.version ?? "of an unknown version");
    assertEncoding(server?.encoding ?? "of an unknown encoding");
    if (server?.direct !== "on") throw new Error(PARAMETERS_IGNORED);
    // A session lock, which PostgreSQL releases when this process exits.
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    await client.query(MIGRATIONS_TABLE);
    const { rows } = await client.query<{ name: string; hash: string }>(
      "select name, hash from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    assertKnownMigrations(migrations, applied);
    for (const migration of migrations) {
      if (!applied.has(migration.name)) await apply(client, migration, options.log);
    }
  } finally {
    await client.end();
  }
}

/** Throws when the server's version is too old: a migration would fail with a syntax error. */
export function assertServerVersion(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return;
  throw new Error(`Tessera needs PostgreSQL ${OLDEST_POSTGRES} or newer; this server is ${version}.`);
}

/** Throws when the database cannot hold texts of all languages: a migration would fail, because such a database has no collation of Unicode. */
function assertEncoding(encoding: string): void {
  if (encoding === "UTF8") return;
  throw new Error(
    `The database has the encoding ${encoding}; Tessera needs UTF8. Create another one, such as: CREATE DATABASE tessera OWNER tessera ENCODING 'UTF8' TEMPLATE template0;`,
  );
}

/** Statements of other nodes wait behind a waiting migration, so that it gives up soon, and tries again a moment later. */
const LOCK_TIMEOUT = "2s";
const RETRY_DELAY_MS = 500;
const MAX_ATTEMPTS = 60;
/** PostgreSQL's codes of a deadlock and a lock that was not granted in time. */
const BLOCKED = ["40P01", "55P03"];

/** Applies a migration while nodes of the release before use its tables. */
async function apply(client: pg.Client, migration: Migration, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration);
      return log.info({ migration: migration.name }, "database migrated");
    } catch (error) {
      await client.query("rollback");
      const isBlocked = error instanceof pg.DatabaseError && BLOCKED.includes(error.code ?? "");
      if (!isBlocked || attempt === MAX_ATTEMPTS) throw error;
      log.info({ migration: migration.name, attempt }, "tables of a migration are in use; trying again");
      await delay(RETRY_DELAY_MS);
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  await client.query("begin");
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(sql);
  await client.query("insert into schema_migrations (name, hash) values ($1, $2)", [name, hash]);
  await client.query("commit");
}

function assertKnownMigrations(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.hash]));
  for (const [name, hash] of applied) {
    if (!known.has(name))
      throw new Error(
        `The database is newer than this release: it holds migration ${name}. Start the newer release again, or restore a backup that this one has made.`,
      );
    if (known.get(name) !== hash) throw new Error(`Migration ${name} was changed after it had been applied.`);
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
