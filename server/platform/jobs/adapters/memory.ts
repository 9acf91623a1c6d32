import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import type { Clock } from "../../clock/index.ts";
import { afterCommit } from "../../database/index.ts";
import { errorMessage } from "../../failure.ts";
import {
  type DeadLetter,
  type Job,
  type Jobs,
  type NewJob,
  type QueueState,
  UnrecoverableJobError,
} from "../port.ts";

/** Limits the jobs that run at once. Thousands would wait for a database connection until they time out, and be retried much later. */
const MAX_AT_ONCE = 8;

type Waiting = NewJob & { id: string; attempt: number; queuedAt: Date };

/** Creates a job queue in memory, for tests. Jobs run as soon as their transaction has committed. */
export function memoryJobs({ clock }: { clock: Clock }): Jobs & {
  /** Resolves when no job is running or due. Jobs scheduled for later stay in the queue. */
  idle(): Promise<void>;
  /** Runs a scheduled job now: without data, as its schedule does. */
  runNow(name: string): Promise<void>;
} {
  const definitions = new Map<string, Job>();
  const keys = new Set<string>();
  const timers = new Map<NodeJS.Timeout, Waiting>();
  const running = new Map<Promise<void>, Waiting>();
  const atOnce = pLimit(MAX_AT_ONCE);
  const dead: DeadLetter[] = [];
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

  const cancel = (timer: NodeJS.Timeout) => timers.delete(timer) && clearTimeout(timer);

  const begin = (job: Waiting) => {
    const run = atOnce(attempt, job).finally(() => running.delete(run));
    running.set(run, job);
  };

  const attempt = async (job: Waiting) => {
    const definition = definitions.get(job.name);
    if (!definition || stopping.signal.aborted) return;
    // Handlers receive the data as a database would return it.
    const data: unknown = JSON.parse(JSON.stringify(job.data));
    try {
      await definition.run({ data, attempt: job.attempt, signal: stopping.signal });
    } catch (error) {
      const { limit, initialDelaySeconds, maxDelaySeconds } = definition.retry;
      if (!(error instanceof UnrecoverableJobError) && job.attempt <= limit) {
        const delay = Math.min(maxDelaySeconds, Math.max(initialDelaySeconds, 1) * 2 ** (job.attempt - 1));
        return accept({ ...job, attempt: job.attempt + 1 }, delay);
      }
      const { id, name, queuedAt, attempt: attempts } = job;
      dead.unshift({ id, name, data, reason: errorMessage(error), attempts, queuedAt, diedAt: clock.now() });
    }
  };

  return {
    async enqueue(tx, job) {
      if (!definitions.has(job.name)) throw new Error(`no definition of jobs named ${job.name}`);
      const added = { ...job, id: randomUUID(), attempt: 1, queuedAt: clock.now() };
      afterCommit(tx, () => {
        const key = JSON.stringify([job.name, job.key]);
        if (job.key !== undefined && keys.has(key)) return;
        keys.add(key);
        if (started) accept(added, job.startAfterSeconds ?? 0);
        else early.push(added);
      });
    },
    enqueueAll,
    register: (job) => void definitions.set(job.name, job),
    async eraseEmail(tx, { email, recipientFields }) {
      const isRecipient = isSentTo(email, recipientFields);
      afterCommit(tx, () => {
        for (const [timer, job] of timers) if (isRecipient(job)) cancel(timer);
        early.splice(0, early.length, ...early.filter((job) => !isRecipient(job)));
        dead.splice(0, dead.length, ...dead.filter((job) => !isRecipient(job)));
      });
    },
    listDeadLetters: async ({ limit = 100, offset = 0 } = {}) => dead.slice(offset, offset + limit),
    countDeadLetters: async () => dead.length,
    readQueues: async () => [...definitions.keys()].map((name) => stateOf(name, { timers, running, dead })),
    async retryDeadLetter(tx, id) {
      const letter = dead.find((job) => job.id === id);
      if (!letter || !definitions.has(letter.name)) return undefined;
      const { name, queuedAt } = letter;
      const job = { id: randomUUID(), name, data: Object(letter.data), queuedAt, attempt: 1 };
      afterCommit(tx, () => {
        const index = dead.indexOf(letter);
        if (index >= 0 && dead.splice(index, 1)) accept(job, 0);
      });
      return name;
    },
    async start() {
      started = true;
      for (const job of early.splice(0)) accept(job, job.startAfterSeconds ?? 0);
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.keys()) clearTimeout(timer);
      await Promise.all(running.keys());
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.keys());
    },
    async runNow(name) {
      const definition = definitions.get(name);
      if (!definition) throw new Error(`no definition of jobs named ${name}`);
      await definition.run({ data: null, attempt: 1, signal: stopping.signal });
    },
  };
}

const enqueueAll: Jobs["enqueueAll"] = async function (this: Jobs, tx, name, jobs) {
  for (const job of jobs) await this.enqueue(tx, { name, ...job });
};

const isSentTo =
  (email: string, recipientFields: readonly string[]) =>
  ({ data }: { data: unknown }): boolean =>
    recipientFields.some((field) => Object(data)[field]?.toLowerCase?.() === email.toLowerCase());

type Held = { timers: Map<unknown, Waiting>; running: Map<unknown, Waiting>; dead: DeadLetter[] };

function stateOf(name: string, { timers, running, dead }: Held): QueueState {
  const count = (jobs: Iterable<{ name: string }>) => [...jobs].filter((job) => job.name === name).length;
  const states = { waiting: count(timers.values()), running: count(running.values()), dead: count(dead) };
  // Waiting jobs are not due: jobs run at once, or when their timer ends.
  return { name, ...states, oldestSeconds: 0 };
}
