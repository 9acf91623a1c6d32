import { setTimeout as delay } from "node:timers/promises";
import { expect, type TestContext, test, vi } from "vitest";
import { UNTIL_HANG } from "../../testing/deadlines.ts";
import { watchStatements } from "../../testing/statements.ts";
import { type Database, inTransaction } from "../database/index.ts";
import { handle } from "./define-job.test-kit.ts";
import { type JobRun, type Jobs, type NewJob, UnrecoverableJobError } from "./port.ts";

/** Two retries with short delays. */
const BRIEFLY = { limit: 2, initialDelaySeconds: 1, maxDelaySeconds: 1 };

/** The tests of every job queue. They run concurrently, because they wait for delays and retries. */
export function testJobs(create: () => Promise<{ jobs: Jobs; db: Database; drop(): Promise<void> }>): void {
  /** Opens a queue for a test. */
  const open = async ({ onTestFinished }: TestContext) => {
    const { jobs, db, drop } = await create();
    onTestFinished(async () => {
      await jobs.stop();
      await drop();
    });
    return { jobs, db, add: (job: NewJob) => inTransaction(db, (tx) => jobs.enqueue(tx, job)) };
  };

  test.concurrent("runs a job with its data once its transaction has committed", async (context) => {
    const { jobs, db } = await open(context);
    const runs: JobRun[] = [];
    handle(jobs, "greet", async (run) => void runs.push(run));
    await jobs.start();
    await inTransaction(db, async (tx) => {
      await jobs.enqueue(tx, { name: "greet", data: { to: "Anna", times: 2, quote: `"'\\ ü` } });
      await delay(300);
      expect(runs).toHaveLength(0);
    });
    await vi.waitFor(() => expect(runs).toHaveLength(1), UNTIL_HANG);
    expect(runs[0]).toMatchObject({ data: { to: "Anna", times: 2, quote: `"'\\ ü` }, attempt: 1 });
  });

  test.concurrent("leaves no job of a transaction that is rolled back", async (context) => {
    const { jobs, db, add } = await open(context);
    const handler = vi.fn(async () => {});
    handle(jobs, "greet", handler);
    await jobs.start();
    const failing = inTransaction(db, async (tx) => {
      await jobs.enqueue(tx, { name: "greet", data: {} });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await add({ name: "greet", data: { second: true } });
    await vi.waitFor(() => expect(handler).toHaveBeenCalled(), UNTIL_HANG);
    await delay(300);
    expect(handler.mock.calls).toMatchObject([[{ data: { second: true } }]]);
  });

  test.concurrent("adds many jobs by one statement, each key once", async (context) => {
    const { jobs, db, add } = await open(context);
    const runs: unknown[] = [];
    handle(jobs, "greet", async ({ data }) => void runs.push(data));
    await jobs.start();
    await add({ name: "greet", key: "2", data: { place: 2 } });
    const many = Array.from({ length: 500 }, (_, place) => ({ key: String(place), data: { place } }));
    const statements = watchStatements(db);
    await inTransaction(db, (tx) => jobs.enqueueAll(tx, "greet", many));
    expect(statements.filter(({ text }) => /insert into/i.test(text)).length).toBeLessThanOrEqual(1);
    await inTransaction(db, (tx) => jobs.enqueueAll(tx, "greet", []));
    await vi.waitFor(() => expect(runs).toHaveLength(500), UNTIL_HANG);
    expect(new Set(runs.map((data) => JSON.stringify(data))).size).toBe(500);
  });

  test.concurrent("adds one job for the same name and key, even after it is done", async (context) => {
    const { jobs, add } = await open(context);
    const runs: unknown[] = [];
    handle(jobs, "greet", async ({ data }) => void runs.push(data));
    handle(jobs, "wave", async ({ data }) => void runs.push(data));
    await jobs.start();
    const again = { name: "greet", data: { who: "first" }, key: "order 1" };
    await Promise.all(Array.from({ length: 10 }, () => add(again)));
    await vi.waitFor(() => expect(runs).toHaveLength(1), UNTIL_HANG);
    await delay(200);
    await add(again);
    await add({ name: "greet", data: { who: "another key" }, key: "order 2" });
    await add({ name: "wave", data: { who: "another name" }, key: "order 1" });
    await vi.waitFor(() => expect(runs).toHaveLength(3), UNTIL_HANG);
    await delay(300);
    expect(runs).toHaveLength(3);
  });

  test.concurrent("retries a failed job after a delay", async (context) => {
    const { jobs, add } = await open(context);
    const attempts: number[] = [];
    handle(
      jobs,
      "greet",
      async ({ attempt }) => {
        attempts.push(attempt);
        if (attempt < 2) throw new Error("not now");
      },
      { retry: BRIEFLY },
    );
    await jobs.start();
    await add({ name: "greet", data: {} });
    await vi.waitFor(() => expect(attempts).toEqual([1, 2]), UNTIL_HANG);
    expect(await jobs.listDeadLetters()).toEqual([]);
  });

  test.concurrent("makes a job that always fails a dead letter after its last attempt", async (context) => {
    const { jobs, add } = await open(context);
    let attempts = 0;
    const handler = async () => {
      attempts += 1;
      throw new Error("poison");
    };
    handle(jobs, "greet", handler, { retry: { ...BRIEFLY, limit: 1 } });
    await jobs.start();
    await add({ name: "greet", data: { to: "Anna" } });
    await vi.waitFor(async () => expect(await jobs.listDeadLetters()).toHaveLength(1), UNTIL_HANG);
    expect(await jobs.listDeadLetters()).toEqual([
      {
        id: expect.any(String),
        name: "greet",
        data: { to: "Anna" },
        reason: "poison",
        attempts: 2,
        queuedAt: expect.any(Date),
        diedAt: expect.any(Date),
      },
    ]);
    expect(attempts).toBe(2);
  });

  test.concurrent("fails an unrecoverable job at once, and runs other jobs", async (context) => {
    const { jobs, add } = await open(context);
    const done: unknown[] = [];
    handle(jobs, "greet", async ({ data }) => {
      if (JSON.stringify(data).includes("nobody")) throw new UnrecoverableJobError("no such person");
      done.push(data);
    });
    await jobs.start();
    for (const to of ["Anna", "nobody", "Ben"]) await add({ name: "greet", data: { to } });
    await vi.waitFor(async () => expect(await jobs.listDeadLetters()).toHaveLength(1), UNTIL_HANG);
    await vi.waitFor(() => expect(done).toHaveLength(2), UNTIL_HANG);
    expect(await jobs.listDeadLetters()).toMatchObject([{ reason: "no such person", attempts: 1 }]);
  });

  test.concurrent("retries a dead letter once, with all its retries, if the transaction commits", async (context) => {
    const { jobs, db, add } = await open(context);
    const attempts: unknown[] = [];
    let isFixed = false;
    handle(jobs, "greet", async ({ data, attempt }) => {
      attempts.push([data, attempt]);
      if (!isFixed) throw new UnrecoverableJobError("broken");
    });
    await jobs.start();
    await add({ name: "greet", data: { to: "Anna" }, key: "Anna" });
    await vi.waitFor(async () => expect(await jobs.countDeadLetters()).toBe(1), UNTIL_HANG);
    const greet = { name: "greet", waiting: 0, running: 0, dead: 1, oldestSeconds: 0 };
    expect((await jobs.readQueues()).filter(({ dead }) => dead > 0)).toEqual([greet]);
    const [letter] = await jobs.listDeadLetters();
    const id = letter?.id ?? "";
    isFixed = true;
    const failing = inTransaction(db, async (tx) => {
      expect(await jobs.retryDeadLetter(tx, id)).toBe("greet");
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await jobs.countDeadLetters()).toBe(1);
    expect(await inTransaction(db, (tx) => jobs.retryDeadLetter(tx, id))).toBe("greet");
    await vi.waitFor(() => expect(attempts).toHaveLength(2), UNTIL_HANG);
    expect(attempts).toEqual(Array(2).fill([{ to: "Anna" }, 1]));
    expect(await jobs.countDeadLetters()).toBe(0);
    expect(await inTransaction(db, (tx) => jobs.retryDeadLetter(tx, id))).toBeUndefined();
  });

  test.concurrent("lists dead letters by page, the latest first", async (context) => {
    const { jobs, add } = await open(context);
    handle(jobs, "greet", async ({ data }) => {
      throw new UnrecoverableJobError(JSON.stringify(data));
    });
    await jobs.start();
    for (const to of ["1", "2", "3"]) {
      await add({ name: "greet", data: { to } });
      await vi.waitFor(async () => expect(await jobs.countDeadLetters()).toBe(Number(to)), UNTIL_HANG);
    }
    const first = await jobs.listDeadLetters({ limit: 2 });
    expect(first.map(({ data }) => data)).toEqual([{ to: "3" }, { to: "2" }]);
    expect(await jobs.listDeadLetters({ limit: 2, offset: 2 })).toMatchObject([{ data: { to: "1" } }]);
  });

  test.concurrent("delays a job", async (context) => {
    const { jobs, add } = await open(context);
    const ranAt: number[] = [];
    handle(jobs, "greet", async () => void ranAt.push(performance.now()));
    await jobs.start();
    const addedAt = performance.now();
    await add({ name: "greet", data: {}, startAfterSeconds: 1 });
    await vi.waitFor(() => expect(ranAt).toHaveLength(1), UNTIL_HANG);
    // The database's clock may differ a little.
    expect(Number(ranAt[0]) - addedAt).toBeGreaterThan(950);
  });

  test.concurrent("aborts the signal of a running job at a stop, waits for it and starts no other", async (context) => {
    const { jobs, add } = await open(context);
    const started = vi.fn();
    const ended: string[] = [];
    handle(jobs, "greet", async ({ signal }) => {
      started();
      await delay(60_000, undefined, { signal }).catch(() => {});
      await delay(200);
      ended.push("ended");
    });
    await jobs.start();
    await add({ name: "greet", data: {} });
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), UNTIL_HANG);
    const startedAt = performance.now();
    await jobs.stop();
    expect(ended).toEqual(["ended"]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test.concurrent("rejects a job without a handler when it is added", async (context) => {
    const { jobs, add } = await open(context);
    await jobs.start();
    await expect(add({ name: "unheard-of", data: {} })).rejects.toThrow("unheard-of");
  });

  test.concurrent("deletes queued and dead jobs with an erased email once the transaction has committed", async (context) => {
    const { jobs, db, add } = await open(context);
    const runs: unknown[] = [];
    handle(jobs, "mail", async ({ data }) => {
      runs.push(data);
      throw new UnrecoverableJobError("550 rejected");
    });
    await jobs.start();
    await add({ name: "mail", data: { to: "anna@example.org" } });
    await add({ name: "mail", data: { to: "joanna@example.org" } });
    await vi.waitFor(async () => expect(await jobs.listDeadLetters()).toHaveLength(2), UNTIL_HANG);
    await add({ name: "mail", data: { to: "anna@example.org", later: true }, startAfterSeconds: 3600 });
    const readMails = async () => (await jobs.readQueues()).find(({ name }) => name === "mail");
    const erase = (tx: Parameters<Jobs["eraseEmail"]>[0]) =>
      jobs.eraseEmail(tx, { email: "Anna@example.org", recipientFields: ["to"] });
    const failing = inTransaction(db, async (tx) => {
      await erase(tx);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await jobs.listDeadLetters()).toHaveLength(2);
    expect(await readMails()).toMatchObject({ waiting: 1 });
    await inTransaction(db, erase);
    const isLeft = [expect.objectContaining({ data: { to: "joanna@example.org" } })];
    await vi.waitFor(async () => expect(await jobs.listDeadLetters()).toEqual(isLeft), UNTIL_HANG);
    await vi.waitFor(async () => expect(await readMails()).toMatchObject({ waiting: 0 }), UNTIL_HANG);
    expect(runs).toHaveLength(2);
  });
}
