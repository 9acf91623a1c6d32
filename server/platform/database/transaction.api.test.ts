import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Database, inTransaction, openDatabase } from "./index.ts";

let db: Database;
beforeAll(() => {
  db = openDatabase({ url: inject("adminUrl"), log: pino({ level: "silent" }), maxConnections: 1 });
});
afterAll(() => db.$client.end());

const ask = () => inTransaction(db, (tx) => tx.execute(sql`select 1 as one`));

test("replaces a connection that breaks before a transaction begins", async () => {
  await ask();
  db.$client.once("acquire", (client) => void client.end());
  await expect(ask()).rejects.toThrow();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test("drops a connection that breaks within a transaction, without stopping the process", async () => {
  const broken = inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
    const other = openDatabase({ url: inject("adminUrl"), log: pino({ level: "silent" }) });
    await other.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    await other.$client.end();
    return tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test("does not reuse an unresponsive connection", async () => {
  const pid = async () => (await queryPid()).rows[0]?.pid;
  const before = await pid();
  // The driver's error when a response does not arrive.
  const silent = inTransaction(db, async () => {
    throw new Error("Query read timeout");
  });
  await expect(silent).rejects.toThrow();
  expect(await pid()).not.toBe(before);
});

const queryPid = () =>
  inTransaction(db, (tx) => tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`));

test("retries a transaction that was aborted in a deadlock", async () => {
  const two = openDatabase({ url: inject("adminUrl"), log: pino({ level: "silent" }), maxConnections: 2 });
  const both = Promise.withResolvers<void>();
  let holding = 0;
  let runs = 0;
  const useCase = (first: number, second: number) =>
    inTransaction(two, async (tx) => {
      runs += 1;
      await tx.execute(sql`select pg_advisory_xact_lock(${first})`);
      holding += 1;
      if (holding === 2) both.resolve();
      if (holding <= 2) await both.promise;
      await tx.execute(sql`select pg_advisory_xact_lock(${second})`);
      return first;
    });
  expect(await Promise.all([useCase(910_001, 910_002), useCase(910_002, 910_001)])).toEqual([
    910_001, 910_002,
  ]);
  expect(runs).toBe(3);
  await two.$client.end();
});
