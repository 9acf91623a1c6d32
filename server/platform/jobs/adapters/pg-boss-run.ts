import { setTimeout as delay } from "node:timers/promises";
import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import type { Log } from "../../log/index.ts";
import { errorMessage, type Job, UnrecoverableJobError } from "../port.ts";

const SETTLE_AGAIN_MS = 500;

/** Runs one job and returns its result; never throws. */
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

/**
 * Records immediately that a job is done, with retries while the database restarts. pg-boss records it when the whole batch has finished,
 * without a retry, and a job that was not recorded would run again.
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
