import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fastestOf } from "../../testing/costs.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { UNTIL_HANG } from "../../testing/deadlines.ts";
import { openTestDatabase } from "../../testing/open-database.ts";
import { runQueuedNow } from "../../testing/queued-jobs.ts";
import { type Database, inTransaction, openDatabase } from "../database/index.ts";
import { pgBossJobs } from "./adapters/pg-boss.ts";
import { handle } from "./define-job.test-kit.ts";
import { testJobs } from "./jobs.test-suite.ts";
import { type Jobs, UnknownPayloadError, UnrecoverableJobError } from "./port.ts";

const silent = pino({ level: "silent" });

describe("jobs in PostgreSQL", () => {
  testJobs(async () => {
    const { url, drop } = await createTestDatabase();
    const db = openDatabase({ url, log: silent, maxConnections: 12 });
    return { jobs: pgBossJobs({ url, log: silent }), db, drop: () => db.$client.end().then(drop) };
  });
});

/** Opens a queue that stops with its test. */
function openJobs(url: string, log = silent): Jobs {
  const jobs = pgBossJobs({ url, log });
  onTestFinished(() => jobs.stop());
  return jobs;
}

/** Opens a queue on a database of its own. */
async function openQueue() {
  const { url, db } = await openTestDatabase();
  return { db, jobs: openJobs(url) };
}

describe("several nodes over one PostgreSQL", () => {
  let url: string;
  let db: Database;
  beforeEach(async () => {
    ({ url, db } = await openTestDatabase());
  });

  const node = (log = silent) => openJobs(url, log);
  const add = (jobs: Jobs, name: string, count = 1) =>
    inTransaction(db, async (tx) => {
      for (let index = 0; index < count; index += 1) await jobs.enqueue(tx, { name, data: { index } });
    });
  const cutAllLines = () =>
    db.$client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tessera jobs'",
    );

  test("starts five nodes at once on an empty database, and runs each job on one of them", async () => {
    const runs = new Map<unknown, number>();
    const five = Array.from({ length: 5 }, () => node());
    for (const jobs of five) {
      handle(jobs, "count", async ({ data }) => {
        const key = JSON.stringify(data);
        runs.set(key, (runs.get(key) ?? 0) + 1);
        await delay(5);
      });
      handle(jobs, "sweep", async () => {}, { schedule: "0 * * * *" });
    }
    await Promise.all(five.map((jobs) => jobs.start()));
    await Promise.all(five.slice(0, 2).map((jobs) => add(jobs, "count", 100)));
    const total = () => [...runs.values()].reduce((sum, count) => sum + count, 0);
    await vi.waitFor(() => expect(total()).toBe(200), UNTIL_HANG);
    await delay(500);
    // Both nodes added each number once, so each ran exactly twice.
    expect(new Set(runs.values())).toEqual(new Set([2]));
  });

  test("runs a backlog without pauses", async () => {
    const jobs = node();
    let ran = 0;
    handle(jobs, "count", async () => void ran++);
    await jobs.start();
    const runs = async (count: number) => {
      const before = ran;
      await add(jobs, "count", count);
      await vi.waitFor(() => expect(ran).toBe(before + count), UNTIL_HANG);
    };
    const single = await fastestOf(() => runs(1));
    // A pause after each job or each batch would take as long as a job by itself.
    expect(await fastestOf(() => runs(60))).toBeLessThan(50 * single);
  });

  test("replaces and logs lost connections, completes a running job once and runs the next jobs", async () => {
    const lines: string[] = [];
    const jobs = node(pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }));
    const ran: string[] = [];
    handle(jobs, "slow", async () => {
      ran.push("slow");
      await delay(800);
    });
    handle(jobs, "quick", async () => void ran.push("quick"));
    await jobs.start();
    await add(jobs, "slow");
    await vi.waitFor(() => expect(ran).toEqual(["slow"]), UNTIL_HANG);
    await cutAllLines();
    await delay(100);
    await cutAllLines();
    await add(jobs, "quick");
    await vi.waitFor(() => expect(ran).toEqual(["slow", "quick"]), UNTIL_HANG);
    await vi.waitFor(async () => {
      const { rows } = await db.$client.query("select state from pgboss.job where name = 'slow'");
      expect(rows).toEqual([{ state: "completed" }]);
    }, UNTIL_HANG);
    expect(lines.join()).toContain("job queue error; continuing");
  });

  test("takes over the job of a killed process, but no long job of a live one", async () => {
    const jobs = node();
    const runs: string[] = [];
    handle(jobs, "interrupted", async ({ attempt }) => void runs.push(`interrupted, attempt ${attempt}`));
    handle(jobs, "long", async () => {
      runs.push("long");
      await delay(12_000);
    });
    await jobs.start();
    await add(jobs, "long");
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, { name: "interrupted", data: {}, startAfterSeconds: 3600 }),
    );
    // The state after a process was killed right after a heartbeat.
    await db.$client.query(
      "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(), start_after = now() where name = 'interrupted'",
    );
    await vi.waitFor(() => expect(runs).toContain("interrupted, attempt 2"), UNTIL_HANG);
    await vi.waitFor(async () => {
      const { rows } = await db.$client.query("select state from pgboss.job where name = 'long'");
      expect(rows).toEqual([{ state: "completed" }]);
    }, UNTIL_HANG);
    expect(runs.filter((name) => name === "long")).toHaveLength(1);
  });

  test("aborts a long job when its node stops, and runs it on another node", async () => {
    const [first, second] = [node(), node()];
    const ran: string[] = [];
    handle(first, "long", async () => {
      ran.push("first");
      await delay(3_600_000, undefined, { ref: false });
    });
    handle(second, "long", async () => void ran.push("second"));
    await first.start();
    await add(first, "long");
    await vi.waitFor(() => expect(ran).toEqual(["first"]), UNTIL_HANG);
    await second.start();
    await first.stop();
    await vi.waitFor(() => expect(ran).toEqual(["first", "second"]), UNTIL_HANG);
  });
});

test("removes an erased email from all tables of the queue, and keeps longer emails that contain it", async () => {
  const { db, jobs } = await openQueue();
  handle(jobs, "mail", async ({ data }) => {
    if ((data as { fails?: boolean }).fails)
      throw new UnrecoverableJobError("550 <Anna@example.org>: unknown. anna@example.org.");
  });
  await jobs.start();
  const add = (data: object) => inTransaction(db, (tx) => jobs.enqueue(tx, { name: "mail", data }));
  await add({ to: "anna@example.org" });
  await add({ recipientId: 1, fails: true });
  await add({ to: "seller@example.org", mail: { buyerEmail: "anna@example.org" } });
  await add({ to: "joanna@example.org", cc: "anna@example.org.au" });
  const rows = async () =>
    (
      await db.$client.query(
        "select name, state, data, output, source_output from pgboss.job order by created_on, name",
      )
    ).rows;
  const isSettled = async () =>
    expect(
      (await rows()).every(
        ({ name, state }) => name === "dead" || state === "completed" || state === "failed",
      ),
    ).toBe(true);
  await vi.waitFor(isSettled, UNTIL_HANG);
  expect(JSON.stringify(await rows())).toMatch(/550 <Anna@example.org>/);
  await inTransaction(db, (tx) =>
    jobs.eraseEmail(tx, { email: "anna@example.org", recipientFields: ["to"] }),
  );
  await vi.waitFor(
    async () =>
      expect(await rows()).not.toContainEqual(expect.objectContaining({ name: "jobs.erase-email" })),
    UNTIL_HANG,
  );
  const text = JSON.stringify(await rows());
  expect(text).not.toMatch(/(?<!jo)anna@example\.org(?!\.au)/i);
  expect(text).toContain("550 <[deleted]>: unknown. [deleted].");
  expect(text).toContain('"buyerEmail":"[deleted]"');
  expect(text).toContain("joanna@example.org");
  expect(text).toContain("anna@example.org.au");
});

test("erases an email in batches outside the transaction, and keeps jobs that the transaction adds", async () => {
  const { db, jobs } = await openQueue();
  handle(jobs, "mail", async () => undefined);
  await jobs.start();
  const statement = `insert into pgboss.job (name, data, state, created_on)
    select 'mail', jsonb_build_object('to', 'person-' || n % 100 || '@example.org', 'text', repeat('x', 200)), 'completed', now() - interval '1 minute'
    from generate_series(1, 10000) n`;
  await db.$client.query(statement);
  await inTransaction(db, async (tx) => {
    await jobs.eraseEmail(tx, { email: "Person-7@example.org", recipientFields: ["to"] });
    const { rowCount } = await tx.execute(
      "select from pgboss.job where data->>'to' = 'person-7@example.org'",
    );
    expect(rowCount).toBe(100);
    await jobs.enqueue(tx, { name: "mail", data: { to: "person-7@example.org", last: true } });
  });
  const left = async () =>
    (
      await db.$client.query(
        "select name, data->'last' as last from pgboss.job where data::text ilike '%person-7@example.org%'",
      )
    ).rows;
  await expect.poll(left).toEqual([{ name: "mail", last: true }]);
  expect((await db.$client.query("select count(*)::int as count from pgboss.job")).rows[0].count).toBe(9_901);
});

test("ends a schedule after a day if no release sets it any more", async () => {
  const { url, db } = await openTestDatabase();
  const start = async (names: string[]) => {
    const jobs = openJobs(url);
    for (const name of names) handle(jobs, name, async () => undefined, { schedule: "0 0 1 1 *" });
    await jobs.start();
  };
  const scheduled = async () =>
    (await db.$client.query("select name from pgboss.schedule order by 1")).rows.map(({ name }) => name);
  await start(["daily", "of-a-later-release"]);
  await start(["daily"]);
  expect(await scheduled()).toEqual(["daily", "of-a-later-release"]);
  await db.$client.query("update pgboss.schedule set updated_on = now() - interval '25 hours'");
  await start(["daily"]);
  expect(await scheduled()).toEqual(["daily"]);
});

test("returns the age of the oldest due job of a queue, even after a retry", async () => {
  const { db, jobs } = await openQueue();
  handle(jobs, "greet", async () => {
    throw new Error("the server is away");
  });
  handle(jobs, "idle", async () => undefined);
  await jobs.start();
  await inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, { name: "greet", data: {} });
    await jobs.enqueue(tx, { name: "idle", data: {}, startAfterSeconds: 3600 });
  });
  await vi.waitFor(async () => {
    expect((await db.$client.query("select from pgboss.job where state = 'retry'")).rowCount).toBe(1);
  }, UNTIL_HANG);
  await db.$client.query("update pgboss.job set created_on = now() - interval '20 minutes'");
  const queues = new Map((await jobs.readQueues()).map(({ name, ...state }) => [name, state]));
  expect(queues.get("greet")).toMatchObject({ dead: 0 });
  expect(queues.get("greet")?.oldestSeconds).toBeGreaterThan(1_199);
  expect(queues.get("idle")).toEqual({ waiting: 1, running: 0, dead: 0, oldestSeconds: 0 });
  expect([...queues.keys()].filter((name) => name === "dead" || name.startsWith("__"))).toEqual([]);
});

test("counts a job as late if it runs after failed attempts, but not if it only runs for long", async () => {
  const { db, jobs } = await openQueue();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  handle(jobs, "long", () => ended);
  await jobs.start();
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: "long", data: {} }));
  const readLong = async () => (await jobs.readQueues()).find(({ name }) => name === "long");
  await expect.poll(readLong).toMatchObject({ running: 1 });
  const hourAgo = "now() - interval '1 hour'";
  await db.$client.query(
    `update pgboss.job set created_on = ${hourAgo}, start_after = ${hourAgo}, started_on = ${hourAgo} where name = 'long'`,
  );
  expect(await readLong()).toEqual({ name: "long", waiting: 0, running: 1, dead: 0, oldestSeconds: 0 });
  await db.$client.query(
    "update pgboss.job set retry_count = 3, start_after = now(), started_on = now() where name = 'long'",
  );
  expect((await readLong())?.oldestSeconds).toBeGreaterThan(3_599);
  end();
});

test("keeps an unknown job for another release without using an attempt, and fails it after an hour", async () => {
  const { db, jobs } = await openQueue();
  handle(jobs, "greet", async () => {
    throw new UnknownPayloadError("greet");
  });
  const readJob = async () =>
    (await db.$client.query("select state, retry_count, output from pgboss.job where name = 'greet'"))
      .rows[0];
  const isDead = async () => (await jobs.readQueues()).find(({ name }) => name === "greet")?.dead === 1;
  await jobs.start();
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: "greet", data: {} }));
  await expect
    .poll(readJob)
    .toMatchObject({ state: "retry", retry_count: 0, output: { unknownSince: expect.any(String) } });
  await db.$client.query(
    `update pgboss.job set output = jsonb_build_object('unknownSince', (now() - interval '59 minutes')::text) where name = 'greet'`,
  );
  await runQueuedNow(db.$client, "greet");
  await expect
    .poll(readJob)
    .toMatchObject({ state: "retry", retry_count: 0, output: { message: "invalid job payload" } });
  expect(await isDead()).toBe(false);
  await db.$client.query(
    `update pgboss.job set output = jsonb_build_object('unknownSince', (now() - interval '61 minutes')::text) where name = 'greet'`,
  );
  await runQueuedNow(db.$client, "greet");
  await expect.poll(isDead).toBe(true);
});
