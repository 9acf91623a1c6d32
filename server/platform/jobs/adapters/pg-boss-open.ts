import { PgBoss, type Warning } from "pg-boss";
import type { Log } from "../../log/index.ts";

const LOG_INTERVAL_MS = 10_000;
const POOL = { max: 4, connectionTimeoutMillis: 5_000, keepAlive: true } as const;

/** pg-boss over connections of its own, so that neither jobs nor requests can take all of the other's. */
export function openBoss(options: { url: string; log: Log }): PgBoss {
  const settings = {
    ...POOL,
    connectionString: options.url,
    application_name: "tessera jobs",
    // A stuck statement ends on the server; a dead line, of which the server's answer never comes, ends here.
    options: "-c statement_timeout=20000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=10000",
    query_timeout: 25_000,
    useListenNotify: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 15,
    // Jobs that wait for other jobs: we have none.
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

/** Makes or updates the tables of pg-boss; any number of processes may do so at once. It may take longer than any statement of daily work. */
export async function migrateJobs(options: { url: string; log: Log }): Promise<void> {
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

/** While the database is away every poll fails: said once in a while is enough. */
function throttledLog(log: Log): (error: unknown) => void {
  const said = new Map<string, number>();
  return (thrown) => {
    const error = toError(thrown);
    const kind = error.message.replace(/\(Queue: .*\)$/, "");
    if (performance.now() - (said.get(kind) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
    if (said.size > 100) said.clear();
    said.set(kind, performance.now());
    log.warn({ err: error }, "job queue error; continuing");
  };
}

/** pg-boss hands on copies of errors that are none themselves. */
function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const copy = typeof thrown === "object" && thrown !== null ? thrown : { message: String(thrown) };
  return Object.assign(new Error(), copy);
}
