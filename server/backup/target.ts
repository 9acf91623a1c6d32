import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { joinFormer } from "../platform/database/former-migrations.ts";
import {
  createMigrationTable,
  readMigrations,
  recordMigration,
  transactionalSql,
} from "../platform/database/migrations.ts";
import { migrateJobs } from "../platform/jobs/adapters/pg-boss-open.ts";
import { silent } from "../start/installation.ts";
import { BackupError } from "./backup-error.ts";
import { findJobsVersion, listUserTables } from "./catalog.ts";
import type { Header } from "./format.ts";
import { openSession } from "./session.ts";

export const migrationsFolder = fileURLToPath(new URL("../migrations/", import.meta.url));

/** Returns the migrations of a backup, each with the time at which it was applied. Throws for a migration that this release does not know. */
export async function listKnownMigrations({ migrations }: Pick<Header, "migrations">) {
  const all = await readMigrations(migrationsFolder);
  const records = joinFormer(
    migrations.map((record) => ({ ...record, compatibleFrom: null })),
    all[0],
  );
  if (!records)
    throw new BackupError(
      "The backup is from before commit 25e65fde. Restore it with that commit, then start this release.",
    );
  const known = new Map(all.map((migration) => [migration.name, migration]));
  return records.map(({ name, hash, appliedAt }) => {
    const migration = known.get(name);
    if (migration?.hash === hash) return { migration, appliedAt };
    throw new BackupError(
      `The backup is newer than this release: it holds migration ${name}. Restore it with the release that made it, or a later one.`,
    );
  });
}

export async function assertEmpty(client: pg.Client, { databaseUrl, dataDir }: Config): Promise<void> {
  const found = await listUserTables(client);
  if (found.length === 0) return;
  const place = databaseUrl ? "The database of DATABASE_URL" : `The database in ${dataDir}`;
  const some =
    found.slice(0, 3).join(", ") + (found.length > 3 ? ` and ${found.length - 3} more tables` : "");
  const holds = found.includes("public.schema_migrations") ? "an installation of Tessera" : some;
  const advice = databaseUrl ? "Name an empty one." : "Move that folder away, or set another DATA_DIR.";
  throw new BackupError(
    `${place} is not empty: it holds ${holds}. A backup can only be restored into an empty database. ${advice}`,
  );
}

/** Prevents other processes from starting on this database or restoring into it while the connection is open. A starting process waits. */
export async function acquireRestoreLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    advisoryLocks.migration,
  ]);
  if (rows[0]?.taken) return;
  throw new BackupError("Tessera is starting on this database, or another backup is being restored into it.");
}

/** Creates the empty tables of the job queue. pg-boss creates them in its own transactions. */
export async function createJobTables(
  url: string,
  client: pg.Client,
  expected: number | null,
): Promise<void> {
  if (expected === null) return;
  await migrateJobs({ url, log: silent });
  if (((await findJobsVersion(client)) ?? 0) < expected) {
    throw new BackupError("The backup's job queue is newer than this release.");
  }
}

/** Drops the job queue's tables over a new connection, because the restore's may be lost. */
export async function dropJobTables(url: string): Promise<void> {
  const { signal } = new AbortController();
  await openSession({ url, name: "tessera restore", signal }, (client) =>
    client.query("drop schema if exists pgboss cascade"),
  );
}

/** Applies the migrations of the backup. The caller then migrates to this release. */
export async function applyMigrations(client: pg.Client, header: Pick<Header, "migrations">): Promise<void> {
  await createMigrationTable(client);
  for (const { migration, appliedAt } of await listKnownMigrations(header)) {
    await client.query(transactionalSql(migration));
    await recordMigration(client, migration, appliedAt);
  }
}
