import type { Database } from "./index.ts";

/** The connections that one process may open: for requests, jobs and notices. */
export const CONNECTIONS = 22;

const READ_LIMIT = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
  ) as limit`;

/** Describes that server, role or database allow fewer connections than the processes of this machine may open; undefined if they allow enough. */
export async function findConnectionShortage(db: Database, workers: number): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ limit: number }>(READ_LIMIT);
  const limit = rows[0]?.limit ?? 0;
  const needed = workers * CONNECTIONS;
  if (limit >= needed) return undefined;
  const processes = workers === 1 ? "one process" : `${workers} processes`;
  return `server, role or database allow ${limit} connections, and ${processes} may need ${needed}`;
}
