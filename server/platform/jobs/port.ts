import type { Transaction } from "../database/index.ts";

/** Work for later. `data` must hold no secret: it is kept in the database. */
export type NewJob = {
  name: string;
  data: object;
  /** What causes the job: a second job of the same name and key is the same job, and is not added. */
  key?: string;
  startAfterSeconds?: number;
};

/** One attempt at a job. */
export type JobRun = {
  /** As it was given; it may come from an older release, so the handler parses it. */
  data: unknown;
  /** 1 at first. */
  attempt: number;
  /** Aborts when this process is asked to end or the job's time is up: what only waits ends then, what works may finish. */
  signal: AbortSignal;
};

/** Does a job. It may run again after a crash, so its effect must not depend on running once. */
export type JobHandler = (run: JobRun) => Promise<void>;

/** Repeats of a failed job: the pause doubles from the first to the longest, until there have been `limit` repeats. */
export type RetryPolicy = { limit: number; initialDelaySeconds: number; maxDelaySeconds: number };

export type HandleOptions = {
  /** Jobs of this name that a process runs side by side; at least 2. */
  concurrency?: number;
  retries?: RetryPolicy;
  /** A job whose process died runs again after this; a handler that takes longer counts as failed. */
  leaseSeconds?: number;
};

/** A job that was given up. */
export type DeadLetter = {
  id: string;
  name: string;
  data: unknown;
  /** Why its last attempt failed, in words. */
  reason: string;
  attempts: number;
  queuedAt: Date;
  diedAt: Date;
};

/** Work that outlives the request which caused it: done by any node, at least once, and by one node at a time. */
export type Jobs = {
  /** Adds a job that exists if, and only if, the transaction commits. */
  enqueue(tx: Transaction, job: NewJob): Promise<void>;
  /** Says who does the jobs of a name; before `start`. */
  handle(name: string, handler: JobHandler, options?: HandleOptions): void;
  /** Runs something at the times of a cron expression (UTC), on one of the nodes; before `start`. */
  schedule(name: string, cron: string, handler: JobHandler): void;
  /** Erases an email from all jobs, finished and dead ones too: those whose `data` has it in one of the fields are deleted, elsewhere it is masked. */
  eraseEmail(tx: Transaction, erasure: { email: string; recipientFields: readonly string[] }): Promise<void>;
  /** Jobs that were given up, the latest first. */
  listDeadLetters(options?: { limit?: number }): Promise<DeadLetter[]>;
  start(): Promise<void>;
  /** Takes no more jobs, lets running ones end for a moment, and leaves the rest to others. */
  stop(): Promise<void>;
};

/** Thrown by a handler when no repeat can help: the job is given up at once. */
export class UnrecoverableJobError extends Error {
  override name = "HopelessJob";
}

export const DEFAULTS = {
  concurrency: 4,
  retries: { limit: 10, initialDelaySeconds: 1, maxDelaySeconds: 300 },
  leaseSeconds: 60,
} as const satisfies Required<HandleOptions>;

/** The words of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
