import type { PgBoss } from "pg-boss";
import type { Log } from "../../log/index.ts";

/** How often a process records that its jobs are still running. */
export const HEARTBEAT_SECONDS = 2;
/** pg-boss itself fails jobs without a heartbeat after this time. A shorter outage of the database fails no job. */
export const HEARTBEAT_LIMIT_SECONDS = 30;
/** A process that recorded no heartbeat for this long, while the database was available, was killed. */
const STALE_SECONDS = 8;
const CHECK_MS = 2_000;
/** A job that was running in several killed processes may be the cause, so it is delayed like a failed job. */
const MAX_IMMEDIATE_RETRIES = 3;

/**
 * Runs jobs of killed processes again within some ten seconds. After an outage of the database, or while this process was
 * busy, heartbeats may be missing without a kill. The check then waits until they could be recorded again.
 */
export function watchHeartbeats({ boss, log }: { boss: PgBoss; log: Log }): () => void {
  let checkedAt = performance.now();
  let reliableSince = checkedAt;
  let isChecking = false;

  const check = async () => {
    if (isChecking) return;
    const now = performance.now();
    if (now - checkedAt > 2 * CHECK_MS) reliableSince = now;
    checkedAt = now;
    isChecking = true;
    try {
      const stale = await listStaleJobs(boss);
      if (performance.now() - reliableSince > STALE_SECONDS * 1000) {
        for (const job of stale) await takeOver(boss, log, job);
      }
    } catch (error) {
      reliableSince = performance.now();
      log.debug({ err: error }, "heartbeats of jobs could not be checked; retrying");
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return () => clearInterval(timer);
}

type StaleJob = { name: string; id: string; retryCount: number };

async function listStaleJobs(boss: PgBoss): Promise<StaleJob[]> {
  const { rows } = await boss.getDb().executeSql(
    `select name, id, retry_count as "retryCount" from pgboss.job
     where state = 'active' and heartbeat_seconds is not null and heartbeat_on < now() - make_interval(secs => $1)`,
    [STALE_SECONDS],
  );
  return rows;
}

async function takeOver(boss: PgBoss, log: Log, { name, id, retryCount }: StaleJob): Promise<void> {
  await boss.fail(name, { id, retryCount }, { message: "the process that ran the job was killed" });
  if (retryCount < MAX_IMMEDIATE_RETRIES) await boss.update(name, undefined, { id, startAfter: 0 });
  log.warn(
    { job: name, id, attempt: retryCount + 1 },
    "the process that ran a job was killed; running it again",
  );
}
