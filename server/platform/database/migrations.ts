import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

export type Migration = {
  name: string;
  sql: string;
  hash: string;
  /** The migration that a release must have to work with a database with this migration. Null if every release can work with it. */
  compatibleFrom: string | null;
};

export type AppliedMigration = Pick<Migration, "name" | "hash" | "compatibleFrom"> & { appliedAt: string };
type Queries = Pick<pg.ClientBase, "query">;

/** Matches the comment of a migration with which older releases cannot work. The comment names the newest migration that a compatible release must have, which may be the migration itself. */
const COMPATIBLE_FROM = /^-- compatible from: (\S+)$/m;

/** Returns the migrations of a folder in their order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      const hash = createHash("sha256").update(sql).digest("hex");
      return { name, sql, hash, compatibleFrom: COMPATIBLE_FROM.exec(sql)?.[1] ?? null };
    }),
  );
}

/** Returns true for a migration that creates or drops indexes concurrently, which PostgreSQL does only outside transactions. */
export const isConcurrent = ({ sql }: Pick<Migration, "sql">): boolean => /\bindex concurrently\b/i.test(sql);

/** Returns the SQL without `concurrently`, to run it in a transaction on a database that nobody else uses yet. */
export const transactionalSql = ({ sql }: Pick<Migration, "sql">): string =>
  sql.replace(/\bindex concurrently\b/gi, "index");

/** Creates the table of applied migrations. */
export async function createMigrationTable(client: Queries): Promise<void> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now(), compatible_from text)",
  );
}

export async function recordMigration(
  client: Queries,
  { name, hash, compatibleFrom }: Pick<Migration, "name" | "hash" | "compatibleFrom">,
  appliedAt: string | null = null,
): Promise<void> {
  await client.query(
    "insert into schema_migrations (name, hash, applied_at, compatible_from) values ($1, $2, coalesce($3::timestamptz, now()), $4)",
    [name, hash, appliedAt, compatibleFrom],
  );
}

/** Selects the tables of applied migrations. Commit 25e65fde has two, the first without a column for compatibility. */
const TABLES = `select name from unnest(array['schema_migrations', 'compatible_migrations']) name where to_regclass('public.' || name) is not null`;
const recordsOf = ({ name }: { name: string }) =>
  `select name, hash, to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "appliedAt",
    to_jsonb(m) ->> 'compatible_from' as "compatibleFrom" from ${name} m`;

/** Returns the migrations applied to a database in their order, or an empty list if it has no table of them. */
export async function listApplied(client: Queries): Promise<AppliedMigration[]> {
  const tables = (await client.query<{ name: string }>(TABLES)).rows;
  if (tables.length === 0) return [];
  const every = tables.map(recordsOf).join(" union all ");
  const { rows } = await client.query<AppliedMigration>(
    `select distinct on (name) * from (${every}) m order by name, "compatibleFrom"`,
  );
  return rows;
}

/** Returns the applied migrations of newer releases, and the first of them with which this release cannot work. */
export function findNewer(migrations: readonly Migration[], applied: readonly AppliedMigration[]) {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !known.has(name));
  const isCompatible = ({ compatibleFrom }: AppliedMigration) =>
    compatibleFrom === null || known.has(compatibleFrom);
  return { newer, incompatible: newer.find((migration) => !isCompatible(migration)) };
}

/** Throws when this release cannot work with a database, or when one of its migrations was edited after it had been applied. */
export function assertCompatible(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  const { incompatible } = findNewer(migrations, applied);
  if (incompatible)
    throw new Error(
      `The database is newer than this release: it holds migration ${incompatible.name}. Start the newer release again, or restore a backup made by this release.`,
    );
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const edited = migrations.find(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash);
  if (edited) throw new Error(`Migration ${edited.name} was changed after it had been applied.`);
}
