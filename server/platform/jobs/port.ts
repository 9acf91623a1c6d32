import type { Transaction } from "../database/index.ts";

/** A job to add. `data` must not contain secrets, because it is stored in the database. */
export type NewJob = {
  name: string;
  data: object;
  /** Identifies the cause of the job: a second job with the same name and key is not added. */
  key?: string;
  startAfterSeconds?: number;
};

/** An attempt at a job. */
export type JobRun<Data = unknown> = {
  data: Data;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when this process stops, the job times out, or another process has taken it over. Handlers should stop waiting, but may finish their work. */
  signal: AbortSignal;
};

/** Retries of a failed job: up to `limit`, with a delay that doubles from the initial to the maximum. */
export type RetryPolicy = { limit: number; initialDelaySeconds: number; maxDelaySeconds: number };

export type JobOptions = {
  /** Jobs of this name that a process runs at once. At least 2. Scheduled jobs run one at a time. */
  concurrency?: number;
  retry?: RetryPolicy;
  /** An attempt that takes longer counts as failed. */
  timeoutSeconds?: number;
  /** Runs the job at the times of this cron expression (UTC), on one of the nodes. */
  schedule?: string;
};

/** A job as `defineJob` returns it. */
export type Job = {
  name: string;
  concurrency: number;
  retry: RetryPolicy;
  timeoutSeconds: number;
  schedule: string | undefined;
  /** Runs one attempt. It may run again after a crash, so its effect must not depend on running once. */
  run(run: JobRun): Promise<void>;
};

/** A job that failed permanently. */
export type DeadLetter = {
  id: string;
  name: string;
  data: unknown;
  /** The message of the error of its last attempt. */
  reason: string;
  attempts: number;
  queuedAt: Date;
  diedAt: Date;
};

/** The unfinished jobs of one name. */
export type QueueState = {
  name: string;
  /** Jobs that wait for their turn or a retry. */
  waiting: number;
  running: number;
  /** Jobs that failed permanently. */
  dead: number;
  /** How long the most overdue job has been due without being begun, or without success after a failure. */
  oldestSeconds: number;
};

/** A queue of jobs that run after the request. Each runs at least once, and on one node at a time. */
export type Jobs = {
  /** Adds a job that exists if, and only if, the transaction commits. */
  enqueue(tx: Transaction, job: NewJob): Promise<void>;
  /** Adds jobs of one name by one statement. */
  enqueueAll(tx: Transaction, name: string, jobs: readonly Pick<NewJob, "data" | "key">[]): Promise<void>;
  /** Adds a definition. Must be called before `start`. */
  register(job: Job): void;
  /** Adds a job that erases an email from all jobs added before the transaction, including finished and dead jobs. It deletes jobs with the email in one of `recipientFields`, and masks the email in other jobs. */
  eraseEmail(tx: Transaction, erasure: { email: string; recipientFields: readonly string[] }): Promise<void>;
  /** Returns jobs that failed permanently, the latest first. */
  listDeadLetters(range?: { limit?: number; offset?: number }): Promise<DeadLetter[]>;
  countDeadLetters(): Promise<number>;
  /** Returns the queues of all nodes, including those without unfinished jobs. */
  readQueues(): Promise<QueueState[]>;
  /** Runs a dead letter again, with all its retries, if the transaction commits. Returns its name, or undefined if no dead letter has this id or no queue takes it. */
  retryDeadLetter(tx: Transaction, id: string): Promise<string | undefined>;
  start(): Promise<void>;
  /** Stops taking jobs, lets running ones finish for a short time, and leaves the rest to other nodes. */
  stop(): Promise<void>;
};

/** Thrown by a handler when no retry can help: the job fails permanently. */
export class UnrecoverableJobError extends Error {
  override name = "UnrecoverableJobError";
}

/** Thrown for data in a form that this release does not know. The job waits for a node of another release, which may know the form, before it fails permanently. */
export class UnknownPayloadError extends UnrecoverableJobError {
  override name = "UnknownPayloadError";
}
