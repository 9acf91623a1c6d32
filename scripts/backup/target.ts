import { fileURLToPath } from "node:url";
import type pg from "pg";
import { pino } from "pino";
import type { Config } from "../../server/config.ts";
import { advisoryLocks } from "../../server/platform/database/advisory-locks.ts";
import { MIGRATIONS_TABLE, readMigrations } from "../../server/platform/database/migrate.ts";
import { migrateJobs } from "../../server/platform/jobs/adapters/pg-boss-open.ts";
import { findJobsVersion, listStrangers } from "./catalog.ts";
import type { Header } from "./format.ts";
import { BackupProblem } from "./problem.ts";
import { openSession } from "./session.ts";

export const migrationsFolder = fileURLToPath(new URL("../../server/migrations/", import.meta.url));

/** Refuses a backup whose database had taken steps that this release does not know. */
export async function refuseNewer({ migrations }: Pick<Header, "migrations">): Promise<void> {
  const known = new Map((await readMigrations(migrationsFolder)).map(({ name, hash }) => [name, hash]));
  const strange = migrations.find(({ name, hash }) => known.get(name) !== hash);
  if (!strange) return;
  throw new BackupProblem(
    `The backup is newer than this release: it holds migration ${strange.name}. Restore it with the release that made it, or a later one.`,
  );
}

export async function refuseUnlessEmpty(client: pg.Client, { databaseUrl, dataDir }: Config): Promise<void> {
  const found = await listStrangers(client);
  if (found.length === 0) return;
  const place = databaseUrl ? "The database of DATABASE_URL" : `The database in ${dataDir}`;
  const some =
    found.slice(0, 3).join(", ") + (found.length > 3 ? ` and ${found.length - 3} more tables` : "");
  const holds = found.includes("public.schema_migrations") ? "an installation of Tessera" : some;
  const advice = databaseUrl ? "Name an empty one." : "Move that folder away, or set another DATA_DIR.";
  throw new BackupProblem(
    `${place} is not empty: it holds ${holds}. A backup goes where nothing is yet. ${advice}`,
  );
}

/** Nobody else starts on this database or restores into it for as long as the connection lives; one that starts meanwhile waits. */
export async function takeAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    advisoryLocks.migration,
  ]);
  if (rows[0]?.taken) return;
  throw new BackupProblem(
    "Tessera is starting on this database, or another backup is being restored into it.",
  );
}

/** Makes the empty tables of the job queue. They are the library's, and it makes them in transactions of its own. */
export async function makeJobTables(url: string, client: pg.Client, wanted: number | null): Promise<void> {
  if (wanted === null) return;
  await migrateJobs({ url, log: pino({ level: "silent" }) });
  if (((await findJobsVersion(client)) ?? 0) < wanted) {
    throw new BackupProblem("The backup is newer than this release: its job queue is.");
  }
}

/** Takes them away again; over a connection of its own, since that of the restore may be gone. */
export async function dropJobTables(url: string): Promise<void> {
  const { signal } = new AbortController();
  await openSession({ url, name: "tessera restore", signal }, (client) =>
    client.query("drop schema if exists pgboss cascade"),
  );
}

/** Takes the steps that the backup's database had taken; those that it had not, the next migration takes. */
export async function repeatMigrations(client: pg.Client, wanted: Header["migrations"]): Promise<void> {
  const known = new Map((await readMigrations(migrationsFolder)).map(({ name, sql }) => [name, sql]));
  await client.query(MIGRATIONS_TABLE);
  for (const { name, hash, appliedAt } of wanted) {
    await client.query(known.get(name) ?? "");
    await client.query("insert into schema_migrations (name, hash, applied_at) values ($1, $2, $3)", [
      name,
      hash,
      appliedAt,
    ]);
  }
}
