import { defineMessages, type Message } from "../../../contract/texts.ts";
import type { Database } from "./index.ts";

/** The default of DATABASE_CONNECTIONS: the connections that one process may open for requests, jobs and notifications. */
export const CONNECTIONS = 22;
/** The smallest number that leaves four connections for requests. */
export const LEAST_CONNECTIONS = 10;

/** The connections that listen for notifications about pages and jobs. */
const LISTENERS = 2;
const JOBS = { direct: 4, besidePooler: 2 };

export type ConnectionSettings = {
  /** All connections of each process to the database. */
  databaseConnections: number;
  /** Whether requests use a pooler. Only jobs and listeners, which need a session, then connect directly. */
  isDatabasePooled: boolean;
};

/** Divides the connections of a process between requests and jobs. `direct` counts those that bypass the pooler. */
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

const messages = defineMessages("connections", {
  shortage:
    "server, role or database allow {limit} connections, and {workers, plural, one {one process} other {# processes}} may need {needed}",
});

/** Returns a message if server, role or database allow fewer connections than this machine's processes may open, or undefined. */
export async function findConnectionShortage(
  db: Database,
  { workers, ...settings }: ConnectionSettings & { workers: number },
): Promise<Message | undefined> {
  const { rows } = await db.$client.query<{ limit: number }>(READ_LIMIT);
  const limit = rows[0]?.limit ?? 0;
  const needed = workers * shareConnections(settings).direct;
  if (limit >= needed) return undefined;
  return messages.shortage({ limit, workers, needed });
}
