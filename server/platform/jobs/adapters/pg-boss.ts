import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { fromDrizzle, type JobWithMetadata, type PgBoss, type Queue } from "pg-boss";
import { withTimeout } from "../../timeout.ts";
import type { Job, Jobs } from "../port.ts";
import { countDeadLetters, DEAD, listDeadLetters, retryDeadLetter } from "./pg-boss-dead-letters.ts";
import { defineErasure, ERASE_JOB } from "./pg-boss-erase.ts";
import { type BossOptions, migrateJobs, openBoss } from "./pg-boss-open.ts";
import { readQueues } from "./pg-boss-queues.ts";
import { runJob } from "./pg-boss-run.ts";
import { HEARTBEAT_LIMIT_SECONDS, HEARTBEAT_SECONDS, watchHeartbeats } from "./pg-boss-takeover.ts";

const DAY = 24 * 60 * 60;
const RUNNING_MS = 2_000;
const CLOSING_MS = 900;

/** Creates a job queue in the product's database (pg-boss), in which NOTIFY announces new jobs. */
export function pgBossJobs(options: BossOptions): Jobs {
  const boss = openBoss(options);
  const erasure = defineErasure(boss);
  const definitions = new Map<string, Job>([[erasure.name, erasure]]);
  const stopping = new AbortController();
  let stopWatching = () => {};

  const work = async (job: Job) => {
    const { name, concurrency, schedule } = job;
    // pg-boss processes a backlog without pauses only in batches, and a batch lasts as long as its slowest job: hence two workers.
    const workers = concurrency >= 4 && !schedule ? 2 : 1;
    const pace = {
      localConcurrency: workers,
      batchSize: schedule ? 1 : Math.max(2, Math.ceil(concurrency / workers)),
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
      // Finds jobs without a notification: after the delay of a retry, or if it was lost with its connection.
      notifyPollingIntervalSeconds: schedule ? 30 : 5,
      heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
    };
    const { log } = options;
    await boss.work(
      name,
      { ...pace, includeMetadata: true, perJobResults: true },
      (attempts: JobWithMetadata[]) =>
        Promise.all(
          attempts.map((attempt) => runJob(attempt, { boss, log, run: job.run, stopping: stopping.signal })),
        ),
    );
  };

  return {
    async enqueue(tx, { name, data, key, startAfterSeconds }) {
      await boss.send(name, data, {
        db: fromDrizzle(tx, sql),
        ...(key === undefined ? {} : { id: jobId(name, key) }),
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
      });
    },
    async enqueueAll(tx, name, jobs) {
      const rows = jobs.map(({ data, key }) => ({
        data,
        ...(key === undefined ? {} : { id: jobId(name, key) }),
      }));
      if (rows.length > 0) await boss.insert(name, rows, { db: fromDrizzle(tx, sql) });
    },
    register(job) {
      if (definitions.has(job.name)) throw new Error(`jobs named ${job.name} are defined twice`);
      definitions.set(job.name, job);
    },
    async eraseEmail(tx, erased) {
      // The time of the transaction, at which the jobs that it adds are created.
      const { rows } = await tx.execute<{ before: string }>(sql`select now()::text as before`);
      await boss.send(ERASE_JOB, { ...erased, ...rows[0] }, { db: fromDrizzle(tx, sql) });
    },
    listDeadLetters: (range) => listDeadLetters(boss, range),
    countDeadLetters: () => countDeadLetters(boss),
    readQueues: () => readQueues(boss.getDb()),
    retryDeadLetter: (tx, id) => retryDeadLetter(boss, tx, id),
    async start() {
      await migrateJobs(options);
      await boss.start();
      await createQueue(boss, DEAD, { retentionSeconds: 30 * DAY });
      for (const job of definitions.values()) {
        await createQueue(boss, job.name, { ...queueOptions(job), deadLetter: DEAD, notify: true });
        // An installation that was stopped at the scheduled time runs the job when it starts.
        if (job.schedule) await boss.schedule(job.name, job.schedule, null, { tz: "UTC", missed: "once" });
      }
      await removeFormerSchedules(boss, definitions);
      for (const job of definitions.values()) await work(job);
      stopWatching = watchHeartbeats({ boss, log: options.log });
    },
    async stop() {
      stopping.abort();
      stopWatching();
      const finished = Promise.allSettled([...definitions.keys()].map((name) => boss.offWork(name)));
      await withTimeout(finished, RUNNING_MS, () => undefined);
      const closed = boss.stop({ graceful: false }).catch(() => {});
      await withTimeout(closed, CLOSING_MS, () => undefined);
    },
  };
}

/** Ends schedules that no node has set for a day, because their jobs would wait forever. During an upgrade, nodes of the next release set its schedules. */
async function removeFormerSchedules(boss: PgBoss, definitions: ReadonlyMap<string, Job>): Promise<void> {
  for (const { name, updatedOn } of await boss.getSchedules()) {
    const isFormer = Date.now() - updatedOn.getTime() > DAY * 1000;
    if (isFormer && !definitions.get(name)?.schedule) await boss.unschedule(name);
  }
}

async function createQueue(boss: PgBoss, name: string, options: Omit<Queue, "name">) {
  await boss.createQueue(name, options);
  // A queue that an earlier release created gets the options of this one.
  await boss.updateQueue(name, options);
}

function queueOptions({ retry, timeoutSeconds }: Job): Omit<Queue, "name"> {
  return {
    retryLimit: retry.limit,
    retryBackoff: true,
    retryDelay: Math.max(1, retry.initialDelaySeconds),
    retryDelayMax: retry.maxDelaySeconds,
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_LIMIT_SECONDS,
    // While a job is retained, its key stays in use.
    deleteAfterSeconds: 7 * DAY,
  };
}

/** Derives a job's id from its key, so that the primary key prevents a second job. */
function jobId(name: string, key: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([name, key]))
    .digest("hex");
  // A UUID of version 8 (RFC 9562), whose contents are application-defined.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
