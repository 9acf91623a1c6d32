import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { acquireBackupLock } from "../../platform/database/backup-lock.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { recountEvents } from "../../testing/recount-events.ts";
import { testSite } from "../../testing/test-site.ts";
import { beginTransaction } from "../../testing/transactions.ts";
import { countFunnel } from "./funnel-counts.ts";
import { readVisits } from "./funnel-visits.ts";
import { LIST_PARTITIONS } from "./partitions.ts";
import { daysAhead, type Partition, partitionOf } from "./rules.ts";
import { createAnalyticsService } from "./service.ts";
import { summarize } from "./summary.ts";
import { countByDay, listRecent } from "./summary-repository.ts";

const log = pino({ level: "silent" });
const site = testSite();

const listPartitions = async (): Promise<Partition[]> => site.query(LIST_PARTITIONS);
const partitions = async (): Promise<string[]> => (await listPartitions()).map(({ name }) => name);
const runMaintenance = (retentionDays = 400) =>
  createAnalyticsService({
    db: site.db,
    clock: { now: () => new Date() },
    publicUrl: "",
    findCountry: () => null,
    log,
    retentionDays,
  }).runMaintenance();
const ahead = () => daysAhead(new Date()).map(partitionOf);
const lastAhead = () => ahead().at(-1) as Partition;
const insert = (creatorId: number, at: string) =>
  site.sql`insert into events (creator_id, event, created_at) select ${creatorId}, 'page_view', at
    from (select (${at}::timestamptz) as at) t returning tableoid::regclass::text as home`;
const create = ({ name, from, to }: Partition) =>
  site.query(`create table ${name} partition of events for values from ('${from}') to ('${to}')`);
const drop = async (list: Pick<Partition, "name">[]) => {
  for (const { name } of list) await site.query(`drop table ${name}`);
};
/** Restores the database to the state after a start. */
const reset = async () => {
  await drop(await listPartitions());
  await site.query("delete from events_default");
  await runMaintenance();
  expect(await listPartitions()).toEqual(ahead());
};
beforeAll(reset);

test("changes no partitions while a backup reads them", async () => {
  const { name } = lastAhead();
  await site.query(`drop table ${name}`);
  const backup = new pg.Client({ connectionString: site.databaseUrl });
  await backup.connect();
  await acquireBackupLock(backup);
  await runMaintenance();
  expect(await partitions()).not.toContain(name);
  await backup.end();
  await expect.poll(() => runMaintenance().then(partitions)).toContain(name);
});

test("stores events without delay while another program copies the table, and changes the partitions afterwards", async () => {
  const { creator } = await site.signUp();
  const old = partitionOf("2024-02-28");
  const { name } = lastAhead();
  await create(old);
  await insert(creator.id, "2024-02-28T12:00:00Z");
  await site.query(`drop table ${name}`);
  const copy = await beginTransaction(site);
  await copy.sql`lock table events in access share mode`;
  let isOver = false;
  const maintained = runMaintenance().finally(() => {
    isOver = true;
  });
  let inserted = 0;
  while (!isOver) {
    await insert(creator.id, new Date().toISOString());
    inserted += 1;
    await delay(10);
  }
  await maintained;
  // Otherwise each insert would wait for the copy's lock, until the end of this test.
  expect(inserted).toBeGreaterThan(10);
  expect(await partitions()).toContain(old.name);
  expect(await partitions()).not.toContain(name);
  expect((await insert(creator.id, lastAhead().from))[0].home).toBe("events_default");
  await copy.rollback();
  await runMaintenance();
  expect(await listPartitions()).toEqual(ahead());
  expect(await site.query("select from events_default")).toEqual([]);
});

test("creates partitions ahead on five nodes at once, and moves waiting rows to them", async () => {
  const { creator } = await site.signUp();
  const { name: last, from: within } = lastAhead();
  await site.query(`drop table ${last}`);
  const [row] = await insert(creator.id, within);
  expect(row.home).toBe("events_default");
  await concurrently(5, () => runMaintenance());
  expect(await listPartitions()).toEqual(ahead());
  const homes = await site.sql`select tableoid::regclass::text as home from events
    where creator_id = ${creator.id}`;
  expect(homes).toEqual([{ home: last }]);
  expect((await insert(creator.id, within))[0].home).toBe(last);
  const [indexes] = await site.sql`select count(*)::int as n from pg_indexes where tablename = ${last}`;
  expect(indexes.n).toBe(1);
});

test("drops a day once its last event has expired, and keeps daily counts", async () => {
  const user = await site.signUp();
  const [first, second] = [partitionOf("2024-02-28"), partitionOf("2024-02-29")];
  for (const day of [first, second]) await create(day);
  await insert(user.creator.id, "2024-02-28T23:59:59Z");
  await insert(user.creator.id, "2024-02-29T00:00:00Z");
  await insert(user.creator.id, "2023-01-01T00:00:00Z");
  await insert(user.creator.id, new Date().toISOString());
  await site.sql`insert into daily_counts values (${user.creator.id}, '2024-02-29', 'event', 'page_view', 1)`;
  const age = Math.floor((Date.now() - Date.parse(first.to)) / 86_400_000);
  await runMaintenance(age + 1);
  expect(await partitions()).toEqual(expect.arrayContaining([first.name, second.name]));
  await runMaintenance(age);
  expect(await listPartitions()).toEqual([second, ...ahead()]);
  await runMaintenance(age - 1);
  expect(await listPartitions()).toEqual(ahead());
  expect(await site.sql`select 1 from events where creator_id = ${user.creator.id}`).toHaveLength(1);
  const counts = await site.sql`select count from daily_counts where creator_id = ${user.creator.id}`;
  expect(counts).toEqual([{ count: 1 }]);
});

test("keeps a partition of a month, and adds the days that follow it", async () => {
  const { creator } = await site.signUp();
  await drop(await listPartitions());
  const today = new Date();
  const startOf = (later: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + later)).toISOString().slice(0, 10);
  const [from, to] = [partitionOf(startOf(0)).from, partitionOf(startOf(1)).from];
  const month = { name: "events_of_month", from, to };
  await create(month);
  await Promise.all([runMaintenance(), runMaintenance()]);
  expect(await listPartitions()).toEqual([month, ...ahead().filter((day) => day.from >= to)]);
  expect((await insert(creator.id, today.toISOString()))[0].home).toBe(month.name);
  await reset();
});

test("deletes events of a deleted creator, including events stored during the deletion", async () => {
  const { id } = (await site.signUp()).creator;
  const count = async () => (await site.sql`select from events where creator_id = ${id}`).length;
  const marks = () => site.sql`select from deleted_creators where creator_id = ${id}`;
  await insert(id, new Date().toISOString());
  await insert(id, "2025-01-01T00:00:00Z");
  await site.sql`delete from creators where id = ${id}`;
  await runMaintenance();
  expect(await count()).toBe(0);
  await insert(id, new Date().toISOString());
  await runMaintenance();
  expect(await count()).toBe(0);
  expect(await marks()).toHaveLength(1);
  await site.sql`update deleted_creators set deleted_at = now() - interval '8 days' where creator_id = ${id}`;
  await insert(id, new Date().toISOString());
  await runMaintenance();
  expect(await count()).toBe(0);
  expect(await marks()).toHaveLength(0);
});

describe("with the days of two months", () => {
  test("opens only days with events for the summary and the funnel", async () => {
    const { creator } = await site.signUp();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    for (let ago = 1; ago <= 60; ago++) await create({ ...partitionOf(day(ago)), name: `events_ago_${ago}` });
    for (const ago of [50, 49, 20]) await insert(creator.id, `${day(ago)}T12:00:00Z`);
    await recountEvents(site.db);
    const opened = (read: (tx: Transaction) => Promise<unknown>) =>
      inTransaction(site.db, async (tx) => {
        await read(tx);
        const { rows } = await tx.execute<{ n: number }>(
          sql`select count(*)::int as n from pg_locks join pg_class c on c.oid = relation
            where pid = pg_backend_pid() and relkind = 'r' and relname like 'events\\_%'`,
        );
        return rows[0]?.n;
      });
    const summary = await summarize({ db: site.db, publicUrl: "" }, { creatorId: creator.id, days: 365 });
    expect(summary.recent.map(({ created_at: at }) => at.slice(0, 10))).toEqual([20, 49, 50].map(day));
    const start = new Date(`${day(364)}T00:00:00Z`);
    const recent = await opened(async (tx) =>
      listRecent(tx, {
        creatorId: creator.id,
        counts: await countByDay(tx, { creatorId: creator.id, start }),
      }),
    );
    expect(recent, "three days").toBe(3);
    const days = { from: day(364), to: day(0) };
    const read = () => opened((tx) => readVisits(tx, { creatorId: creator.id, days, filter: {} }));
    expect(await read(), "before the visits are counted").toBeLessThanOrEqual(3);
    await countFunnel(site.db, {
      creatorId: creator.id,
      retentionDays: 400,
      milliseconds: 10_000,
    });
    expect(await read()).toBeLessThanOrEqual(3);
    const counts =
      await site.sql`select sum(count)::int as n from funnel_counts where creator_id = ${creator.id}`;
    expect(counts).toEqual([{ n: 3 }]);
  });
});
