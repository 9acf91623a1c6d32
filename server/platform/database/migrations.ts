import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

export type Migration = {
  name: string;
  sql: string;
  hash: string;
  /** The migration that a release must know to work with a database that holds this one; null when every release can. */
  compatibleFrom: string | null;
};

type Applied = Pick<Migration, "name" | "hash" | "compatibleFrom"> & { appliedAt: string };
type Queries = Pick<pg.ClientBase, "query">;

/** Releases up to this migration refuse a database whose `schema_migrations` holds another one, so that compatible ones are recorded elsewhere. */
const LAST_WITHOUT_COMPATIBILITY = "0045_order-accent.sql";
/** A comment of migrations that some releases cannot work with: they name the migration from which on releases can, which may be themselves. */
const COMPATIBLE_FROM = /^-- compatible from: (\S+)$/m;

/** Returns the migrations of a folder in their order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      const hash = createHash("sha256").update(sql).digest("hex");
      const marked = COMPATIBLE_FROM.exec(sql)?.[1] ?? null;
      return { name, sql, hash, compatibleFrom: name <= LAST_WITHOUT_COMPATIBILITY ? name : marked };
    }),
  );
}

/** Returns whether a migration creates or drops indexes without keeping writes waiting, which no transaction can. */
export const isConcurrent = ({ sql }: Pick<Migration, "sql">): boolean => /\bindex concurrently\b/i.test(sql);

/** Returns the statements as a transaction can run them: for a database that nobody else uses yet. */
export const transactionalSql = ({ sql }: Pick<Migration, "sql">): string =>
  sql.replace(/\bindex concurrently\b/gi, "index");

const COLUMNS = "name text primary key, hash text not null, applied_at timestamptz not null default now()";

/** Creates the tables of applied migrations: those that a release must know, and those without which some releases work. A migration may be in both. */
export async function createMigrationTables(client: Queries): Promise<void> {
  await client.query(`create table if not exists schema_migrations (${COLUMNS})`);
  await client.query(`create table if not exists compatible_migrations (${COLUMNS}, compatible_from text)`);
}

/** Records an applied migration where every release finds what it needs to know of it. */
export async function recordMigration(
  client: Queries,
  { name, hash, compatibleFrom }: Migration,
  appliedAt: string | null = null,
): Promise<void> {
  const values = [name, hash, appliedAt];
  if (compatibleFrom !== null)
    await client.query(
      "insert into schema_migrations (name, hash, applied_at) values ($1, $2, coalesce($3::timestamptz, now()))",
      values,
    );
  if (compatibleFrom !== name)
    await client.query(
      "insert into compatible_migrations (name, hash, applied_at, compatible_from) values ($1, $2, coalesce($3::timestamptz, now()), $4)",
      [...values, compatibleFrom],
    );
}

const APPLIED_AT = `to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "appliedAt"`;
const REQUIRED = `select name, hash, ${APPLIED_AT}, name as "compatibleFrom" from schema_migrations`;
const COMPATIBLE = `select name, hash, ${APPLIED_AT}, compatible_from from compatible_migrations`;

/** Returns the migrations that a database holds, in their order; none if it has no table of them. */
export async function listApplied(client: Queries): Promise<Applied[]> {
  const found = await client.query<{ required: boolean; compatible: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as required, to_regclass('public.compatible_migrations') is not null as compatible",
  );
  const [tables] = found.rows;
  if (!tables?.required) return [];
  const every = `${REQUIRED} where name not in (select name from compatible_migrations) union all ${COMPATIBLE}`;
  const { rows } = await client.query<Applied>(`${tables.compatible ? every : REQUIRED} order by name`);
  return rows;
}

/** Returns the applied migrations of newer releases, and the first of them with which this release cannot work. */
export function findNewer(migrations: readonly Migration[], applied: readonly Applied[]) {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !known.has(name));
  const isCompatible = ({ compatibleFrom }: Applied) => compatibleFrom === null || known.has(compatibleFrom);
  return { newer, incompatible: newer.find((migration) => !isCompatible(migration)) };
}

/** Throws when this release cannot work with a database, or when one of its migrations was edited after it had been applied. */
export function assertCompatible(migrations: readonly Migration[], applied: readonly Applied[]): void {
  const { incompatible } = findNewer(migrations, applied);
  if (incompatible)
    throw new Error(
      `The database is newer than this release: it holds migration ${incompatible.name}. Start the newer release again, or restore a backup that this one has made.`,
    );
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const edited = migrations.find(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash);
  if (edited) throw new Error(`Migration ${edited.name} was changed after it had been applied.`);
}
