import { setTimeout as delay } from "node:timers/promises";
import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import { errorMessage } from "../../failure.ts";
import type { Log } from "../../log/index.ts";
import { type Job, UnknownPayloadError, UnrecoverableJobError } from "../port.ts";

const SETTLE_AGAIN_MS = 500;

/** Runs one job and returns its result. Never throws. */
export async function runJob(
  job: JobWithMetadata,
  parts: { boss: PgBoss; log: Log; run: Job["run"]; stopping: AbortSignal },
): Promise<JobResult> {
  const { boss, log, run, stopping } = parts;
  const attempt = job.retryCount + 1;
  try {
    await run({ data: job.data, attempt, signal: AbortSignal.any([job.signal, stopping]) });
  } catch (error) {
    const line = { err: error, job: job.name, id: job.id, attempt };
    const output = { message: errorMessage(error) };
    if (error instanceof UnknownPayloadError && (await giveBack(job, boss))) {
      if (attempt === 1) log.warn(line, "a job is of another release and waits for a node that knows it");
      return { id: job.id, status: "failed", output };
    }
    if (error instanceof UnrecoverableJobError || job.retryCount >= job.retryLimit) {
      log.error(line, "job failed permanently");
      return { id: job.id, status: "deadletter", output };
    }
    if (attempt === 1) log.warn(line, "a job failed and will be tried again");
    else log.debug(line, "a job failed again");
    return { id: job.id, status: "failed", output };
  }
  await acknowledge(job, boss);
  return { id: job.id, status: "completed" };
}

/** How long a job waits for a node that knows its payload. Nodes of two releases serve together for minutes. */
const UNKNOWN_SECONDS = 3600;
/** Without `started_on` pg-boss does not count the attempt, and it ignores the result of a job that is no longer active. */
const GIVE_BACK = `update pgboss.job set state = 'retry', started_on = null,
    output = jsonb_build_object('message', 'invalid job payload', 'unknownSince', coalesce(output->>'unknownSince', now()::text)),
    start_after = now() + least(interval '1 minute', greatest(interval '5 seconds', now() - coalesce((output->>'unknownSince')::timestamptz, now())))
  where name = $1 and id = $2 and state = 'active' and retry_count = $3
    and coalesce((output->>'unknownSince')::timestamptz, now()) > now() - make_interval(secs => $4) returning id`;

/** Puts a job that this release does not know back into its queue without using up an attempt. Returns false once the job has waited long enough. */
async function giveBack({ name, id, retryCount }: JobWithMetadata, boss: PgBoss): Promise<boolean> {
  const values = [name, id, retryCount, UNKNOWN_SECONDS];
  const { rows } = await boss.getDb().executeSql(GIVE_BACK, values);
  return rows.length > 0;
}

/**
 * Records immediately that a job is done, with retries while the database restarts. pg-boss itself records it only after the whole batch and
 * without a retry, and an unrecorded job would run again.
 */
async function acknowledge(job: JobWithMetadata, boss: PgBoss): Promise<void> {
  while (!job.signal.aborted) {
    try {
      await boss.complete(job.name, job);
      return;
    } catch {
      await delay(SETTLE_AGAIN_MS);
    }
  }
}
