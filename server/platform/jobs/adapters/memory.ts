import { randomUUID } from "node:crypto";
import { afterCommit } from "../../database/index.ts";
import {
  DEFAULTS,
  type DeadLetter,
  errorMessage,
  type HandleOptions,
  type JobHandler,
  type Jobs,
  type NewJob,
  UnrecoverableJobError,
} from "../port.ts";

type Waiting = NewJob & { id: string; attempt: number; queuedAt: Date };

/** Jobs in this process, gone with it: for tests. They run as soon as their transaction has committed. */
export function memoryJobs(): Jobs & {
  /** Resolves when nothing runs and nothing is due; jobs that wait for a later time stay. */
  idle(): Promise<void>;
  /** Runs what `every` was given, now. */
  runNow(name: string): Promise<void>;
} {
  const handlers = new Map<string, { handler: JobHandler } & Required<HandleOptions>>();
  const keys = new Set<string>();
  const timers = new Map<NodeJS.Timeout, Waiting>();
  const running = new Set<Promise<void>>();
  const dead: DeadLetter[] = [];
  /** Ids of jobs whose next attempt is dropped. */
  const deleted = new Set<string>();
  const early: Waiting[] = [];
  const stopping = new AbortController();
  let started = false;

  const accept = (job: Waiting, seconds: number) => {
    if (stopping.signal.aborted) return;
    if (seconds <= 0) return begin(job);
    const timer = setTimeout(() => {
      timers.delete(timer);
      begin(job);
    }, seconds * 1000);
    timers.set(timer, job);
  };

  const begin = (job: Waiting) => {
    const run = attempt(job).finally(() => running.delete(run));
    running.add(run);
  };

  const attempt = async (job: Waiting) => {
    const known = handlers.get(job.name);
    if (!known || deleted.delete(job.id)) return;
    // Handlers read what a database would give back.
    const data: unknown = JSON.parse(JSON.stringify(job.data));
    try {
      await known.handler({ data, attempt: job.attempt, signal: stopping.signal });
    } catch (error) {
      const { limit, initialDelaySeconds, maxDelaySeconds } = known.retries;
      if (!(error instanceof UnrecoverableJobError) && job.attempt <= limit) {
        const pause = Math.min(maxDelaySeconds, Math.max(initialDelaySeconds, 1) * 2 ** (job.attempt - 1));
        return accept({ ...job, attempt: job.attempt + 1 }, pause);
      }
      const { id, name, queuedAt } = job;
      dead.unshift({
        id,
        name,
        data,
        reason: errorMessage(error),
        attempts: job.attempt,
        queuedAt,
        diedAt: new Date(),
      });
    }
  };

  const handle: Jobs["handle"] = (name, handler, options = {}) =>
    void handlers.set(name, { ...DEFAULTS, ...options, handler });

  return {
    async enqueue(tx, job) {
      if (!handlers.has(job.name)) throw new Error(`nobody handles jobs named ${job.name}`);
      const added = { ...job, id: randomUUID(), attempt: 1, queuedAt: new Date() };
      afterCommit(tx, () => {
        const key = JSON.stringify([job.name, job.key]);
        if (job.key !== undefined && keys.has(key)) return;
        keys.add(key);
        if (started) accept(added, job.startAfterSeconds ?? 0);
        else early.push(added);
      });
    },
    handle,
    schedule: (name, _cron, handler) => handle(name, handler),
    async eraseEmail(tx, { email, recipientFields }) {
      const isRecipient = ({ data }: { data: unknown }) =>
        recipientFields.some((field) => Object(data)[field]?.toLowerCase?.() === email.toLowerCase());
      afterCommit(tx, () => {
        for (const job of [...timers.values(), ...early]) if (isRecipient(job)) deleted.add(job.id);
        dead.splice(0, dead.length, ...dead.filter((job) => !isRecipient(job)));
      });
    },
    listDeadLetters: async ({ limit = 100 } = {}) => dead.slice(0, limit),
    async start() {
      started = true;
      for (const job of early.splice(0)) accept(job, job.startAfterSeconds ?? 0);
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.keys()) clearTimeout(timer);
      await Promise.all(running);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async runNow(name) {
      const known = handlers.get(name);
      if (!known) throw new Error(`nobody handles jobs named ${name}`);
      await known.handler({ data: {}, attempt: 1, signal: stopping.signal });
    },
  };
}
