import type { Database } from "./index.ts";

/** The connections that one process may open, at most and unless DATABASE_CONNECTIONS says otherwise: for requests, jobs and notices. */
export const CONNECTIONS = 22;
/** With fewer, four would be left for requests. */
export const LEAST_CONNECTIONS = 10;

/** The connections for notices of pages and jobs. */
const LISTENERS = 2;
const JOBS = { direct: 4, besidePooler: 2 };

export type ConnectionSettings = {
  /** The connections of each process to the database, all together. */
  databaseConnections: number;
  /** Whether requests reach the database by a pooler, and only what needs a session connects to it directly. */
  isDatabasePooled: boolean;
};

/** Shares the connections of a process among requests and jobs; `direct` are those that no pooler shares. */
export function shareConnections({ databaseConnections, isDatabasePooled }: ConnectionSettings) {
  const jobs = isDatabasePooled ? JOBS.besidePooler : JOBS.direct;
  const requests = databaseConnections - jobs - LISTENERS;
  return { requests, jobs, direct: isDatabasePooled ? jobs + LISTENERS : databaseConnections };
}

const READ_LIMIT = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
  ) as limit`;

/** Describes that server, role or database allow fewer connections than the processes of this machine may open; undefined if they allow enough. */
export async function findConnectionShortage(
  db: Database,
  { workers, ...settings }: ConnectionSettings & { workers: number },
): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ limit: number }>(READ_LIMIT);
  const limit = rows[0]?.limit ?? 0;
  const needed = workers * shareConnections(settings).direct;
  if (limit >= needed) return undefined;
  const processes = workers === 1 ? "one process" : `${workers} processes`;
  return `server, role or database allow ${limit} connections, and ${processes} may need ${needed}`;
}
