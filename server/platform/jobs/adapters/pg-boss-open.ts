import pg from "pg";
import { PgBoss, type Warning } from "pg-boss";
import { advisoryLocks } from "../../database/advisory-locks.ts";
import type { Log } from "../../log/index.ts";

const LOG_INTERVAL_MS = 10_000;
const POOL = { connectionTimeoutMillis: 5_000, keepAlive: true } as const;
const MAX_CONNECTIONS = 4;

export type BossOptions = {
  /** A direct URL, because only sessions receive notifications of jobs. */
  url: string;
  log: Log;
  connectionName?: string | undefined;
  maxConnections?: number;
};

/** Opens pg-boss with its own connections, so that jobs and requests cannot exhaust each other's. */
export function openBoss(options: BossOptions): PgBoss {
  const settings = {
    ...POOL,
    max: options.maxConnections ?? MAX_CONNECTIONS,
    connectionString: options.url,
    application_name: options.connectionName ?? "tessera jobs",
    // The server cancels a statement that takes too long. On a broken connection the client gives up.
    options: "-c statement_timeout=20000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=10000",
    query_timeout: 25_000,
    useListenNotify: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 15,
    // No job depends on another job.
    flowIntervalSeconds: 3600,
  };
  const boss = new PgBoss(settings);
  boss.on("error", throttledLog(options.log));
  boss.on("warning", ({ message, data }: Warning) => options.log.warn({ data }, `jobs: ${message}`));
  return boss;
}

/** The search for jobs of killed processes runs every two seconds and would otherwise read a week of finished jobs. */
const ACTIVE_JOBS_INDEX =
  "create index if not exists job_common_active on pgboss.job_common (heartbeat_on) where state = 'active'";

/** Creates or updates the tables of pg-boss, on one process at a time. It may take longer than normal statements. */
export async function migrateJobs(options: { url: string; log: Log }): Promise<void> {
  // `if not exists` alone does not suffice: of two processes that create the same index at once, one fails.
  const lock = new pg.Client({
    connectionString: options.url,
    application_name: "tessera job migrations",
    options: "-c lock_timeout=0",
  });
  // The pending query reports a broken connection. Without this listener it would end the process.
  lock.on("error", () => undefined);
  await lock.connect();
  try {
    // A session lock, which PostgreSQL releases when this process exits.
    await lock.query("select pg_advisory_lock($1)", [advisoryLocks.jobMigration]);
    await createJobTables(options);
  } finally {
    await lock.end();
  }
}

async function createJobTables(options: { url: string; log: Log }): Promise<void> {
  const boss = new PgBoss({
    ...POOL,
    max: 1,
    connectionString: options.url,
    application_name: "tessera job migrations",
    options: "-c statement_timeout=0 -c lock_timeout=30000",
    supervise: false,
    schedule: false,
  });
  boss.on("error", throttledLog(options.log));
  try {
    await boss.start();
    await boss.getDb().executeSql(ACTIVE_JOBS_INDEX, []);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Limits log lines, because every poll fails while the database is unavailable. */
function throttledLog(log: Log): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (thrown) => {
    const error = toError(thrown);
    const kind = error.message.replace(/\(Queue: .*\)$/, "");
    if (performance.now() - (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
    if (loggedAt.size > 100) loggedAt.clear();
    loggedAt.set(kind, performance.now());
    log.warn({ err: error }, "job queue error; continuing");
  };
}

/** Converts a failure that pg-boss reports, which may be a plain object, to an error. */
function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const copy = typeof thrown === "object" && thrown !== null ? thrown : { message: String(thrown) };
  return Object.assign(new Error(), copy);
}
