import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { fromDrizzle, type JobWithMetadata, type PgBoss, type Queue } from "pg-boss";
import type { Log } from "../../log/index.ts";
import { DEFAULTS, type DeadLetter, type HandleOptions, type JobHandler, type Jobs } from "../port.ts";
import { eraseEmail } from "./pg-boss-erase.ts";
import { migrateJobs, openBoss } from "./pg-boss-open.ts";
import { runJob } from "./pg-boss-run.ts";

/** Where jobs that were given up are kept. */
const DEAD = "dead";
const DAY = 24 * 60 * 60;
const RUNNING_MS = 2_000;
const CLOSING_MS = 900;

type Known = { handler: JobHandler; cron?: string } & Required<HandleOptions>;

/** Jobs as rows of the product's own database (pg-boss), woken by NOTIFY. */
export function pgBossJobs(options: { url: string; log: Log }): Jobs {
  const boss = openBoss(options);
  const known = new Map<string, Known>();
  const stopping = new AbortController();

  const work = async (name: string, { handler, concurrency, cron }: Known) => {
    // pg-boss drains a backlog without pauses only in batches, and a batch lasts as long as its slowest job: hence two.
    const workers = concurrency >= 4 && !cron ? 2 : 1;
    const pace = {
      localConcurrency: workers,
      batchSize: cron ? 1 : Math.max(2, Math.ceil(concurrency / workers)),
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
      // For what no notice tells of: the end of a pause before a repeat, and a notice lost with its connection.
      notifyPollingIntervalSeconds: cron ? 30 : 5,
    };
    await boss.work(
      name,
      { ...pace, includeMetadata: true, perJobResults: true },
      (jobs: JobWithMetadata[]) =>
        Promise.all(jobs.map((job) => runJob(job, { ...options, boss, handler, stopping: stopping.signal }))),
    );
  };

  const remember = (name: string, entry: Known) => {
    if (known.has(name)) throw new Error(`jobs named ${name} are handled twice`);
    known.set(name, entry);
  };

  return {
    async enqueue(tx, { name, data, key, startAfterSeconds }) {
      await boss.send(name, data, {
        db: fromDrizzle(tx, sql),
        ...(key === undefined ? {} : { id: jobId(name, key) }),
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
      });
    },
    handle: (name, handler, given = {}) => remember(name, { ...DEFAULTS, ...given, handler }),
    schedule: (name, cron, handler) => remember(name, { ...DEFAULTS, handler, cron }),
    eraseEmail,
    listDeadLetters: ({ limit = 100 } = {}) => listDeadLetters(boss, limit),
    async start() {
      await migrateJobs(options);
      await boss.start();
      await makeQueue(boss, DEAD, { retentionSeconds: 30 * DAY });
      for (const [name, entry] of known) {
        await makeQueue(boss, name, { ...queueOptions(entry), deadLetter: DEAD, notify: true });
        // An installation that was off at the time catches up when it is on again.
        if (entry.cron) await boss.schedule(name, entry.cron, null, { tz: "UTC", missed: "once" });
      }
      for (const [name, entry] of known) await work(name, entry);
    },
    async stop() {
      stopping.abort();
      const ended = Promise.allSettled([...known.keys()].map((name) => boss.offWork(name)));
      await Promise.race([ended, delay(RUNNING_MS, undefined, { ref: false })]);
      const closed = boss.stop({ graceful: false }).catch(() => {});
      await Promise.race([closed, delay(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}

async function makeQueue(boss: PgBoss, name: string, options: Omit<Queue, "name">) {
  await boss.createQueue(name, options);
  // One that an earlier release made follows this one's options.
  await boss.updateQueue(name, options);
}

function queueOptions({ retries, leaseSeconds }: Known): Omit<Queue, "name"> {
  return {
    retryLimit: retries.limit,
    retryBackoff: true,
    retryDelay: Math.max(1, retries.initialDelaySeconds),
    retryDelayMax: retries.maxDelaySeconds,
    expireInSeconds: leaseSeconds,
    // As long as a job is kept, its key is taken.
    deleteAfterSeconds: 7 * DAY,
  };
}

/** The same key is the same id, and the primary key lets no second row in. */
function jobId(name: string, key: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([name, key]))
    .digest("hex");
  // As a UUID of version 8 (RFC 9562): made by a rule of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function listDeadLetters(boss: PgBoss, limit: number): Promise<DeadLetter[]> {
  const { rows } = await boss.getDb().executeSql(
    `select id, source_name as name, data, coalesce(source_output->>'message', source_output->>'value', 'no reason was given') as reason,
       source_retry_count + 1 as attempts, source_created_on as "queuedAt", created_on as "diedAt"
     from pgboss.job where name = $1 order by created_on desc limit $2`,
    [DEAD, limit],
  );
  return rows;
}
