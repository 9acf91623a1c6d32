import pg from "pg";
import { LIST_PARTITIONS } from "../modules/analytics/partitions.ts";
import { type Partition, partitionOf } from "../modules/analytics/rules.ts";
import { listApplied } from "../platform/database/migrations.ts";
import type { Header, Table } from "./format.ts";

/** The job queue's tables with pending jobs, and the keys of jobs that must not run twice. Its other tables are internal. */
const JOB_TABLES = ["job", "job_dependency", "queue", "schedule", "subscription"];

/**
 * Tables that are not saved: temporary data that must not be retained, the problem of the last backup, and data that is calculated from other tables.
 * `compatible_migrations` is of commit 25e65fde, which creates it again when it is started on a newer database by mistake.
 */
const EXCLUDED_TABLES = [
  "backup_problem",
  "compatible_migrations",
  "direct_uploads",
  "order_directory",
  "pending_uploads",
  "rate_limits",
  "schema_migrations",
  "user_directory",
  "visitor_salts",
];

/** Tables that a copy to another server leaves out, because the copy applies the migrations and derives the search tables there. */
export const TABLES_REBUILT_BY_COPY = [
  "compatible_migrations",
  "order_directory",
  "schema_migrations",
  "user_directory",
];

/** Returns the tables with their writable columns. A partitioned table represents its partitions. */
export async function listTables(client: pg.Client, excluded = EXCLUDED_TABLES): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname <> all($1) or n.nspname = 'pgboss' and c.relname = any($2))
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [excluded, JOB_TABLES],
  );
  return rows;
}

/** Returns the tables that make a database non-empty. A killed restore may leave a job queue without queues, which does not count. */
export async function listUserTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') and n.nspname !~ '^pg_(toast|temp)'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  );
  const names = rows.map(({ name }) => name);
  const queued =
    (await exists(client, "pgboss.queue")) &&
    (await client.query("select from pgboss.queue limit 1")).rowCount;
  return queued ? [...names, "pgboss.queue"] : names;
}

/** Returns the sequences. Call it after the snapshot, so that no sequence is behind a row of the snapshot. */
export async function listSequences(client: pg.Client): Promise<Header["sequences"]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    "select schemaname as schema, sequencename as name from pg_sequences where schemaname = 'public' order by 1, 2",
  );
  const sequences: Header["sequences"] = [];
  for (const sequence of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(sequence)}`,
    );
    for (const position of found.rows) sequences.push({ ...sequence, ...position });
  }
  return sequences;
}

/** Returns the days that a partition of `events` covers, alone or with other days. */
export async function listEventDays(client: pg.Client): Promise<Header["eventDays"]> {
  const { rows } = await client.query<Partition>(LIST_PARTITIONS);
  return rows.flatMap(({ from, to }) => {
    const days: string[] = [];
    for (let at = from; at < to; at = partitionOf(at.slice(0, "2026-11-30".length)).to)
      days.push(at.slice(0, "2026-11-30".length));
    return days;
  });
}

export async function listMigrations(client: pg.Client): Promise<Header["migrations"]> {
  return (await listApplied(client)).map(({ name, hash, appliedAt }) => ({ name, hash, appliedAt }));
}

/** Returns the version of the job queue's tables, or null if there are none. */
export async function findJobsVersion(client: pg.Client): Promise<number | null> {
  if (!(await exists(client, "pgboss.version"))) return null;
  const { rows } = await client.query<{ version: number }>("select version from pgboss.version");
  return rows[0]?.version ?? null;
}

export async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
    table,
  ]);
  return rows[0]?.found ?? false;
}

export const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const quotedColumns = ({ columns }: Table) => columns.map(pg.escapeIdentifier).join(", ");
