import pg from "pg";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { acquireBackupLock } from "../../platform/database/backup-lock.ts";
import { databaseBefore } from "../../testing/earlier-database.ts";
import { testSite } from "../../testing/test-site.ts";
import { monthsAhead, partitionOf } from "./rules.ts";
import { createAnalyticsService } from "./service.ts";

const log = pino({ level: "silent" });
const site = testSite();

const partitions = async (): Promise<string[]> =>
  (
    await site.visits.query(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1",
    )
  ).map(({ name }) => name);
const runMaintenance = (retentionDays = 400) =>
  createAnalyticsService({
    events: site.events,
    jobs: site.jobs,
    clock: { now: () => new Date() },
    publicUrl: "",
    findCountry: () => null,
    log,
    retentionDays,
  }).runMaintenance();
beforeAll(() => runMaintenance());
const ahead = () => monthsAhead(new Date()).map((month) => partitionOf(month).name);
const insert = (creatorId: number, at: string) =>
  site.visits.sql`insert into events (creator_id, event, created_at) select ${creatorId}, 'page_view', at
    from (select (${at}::timestamptz) as at) t returning tableoid::regclass::text as home`;

test("partitions do not change while a backup reads them", async () => {
  const last = ahead().at(-1) ?? "";
  await site.visits.query(`drop table ${last}`);
  const backup = new pg.Client({ connectionString: site.eventsUrl ?? site.databaseUrl });
  await backup.connect();
  await acquireBackupLock(backup);
  await runMaintenance();
  expect(await partitions()).not.toContain(last);
  await backup.end();
  await expect.poll(() => runMaintenance().then(partitions)).toContain(last);
});

test("partitions are created ahead by five nodes at once, and waiting rows move to them", async () => {
  const { creator } = await site.signUp();
  const last = ahead().at(-1) ?? "";
  await site.visits.query(`drop table ${last}`);
  const within = partitionOf(last.slice("events_".length).replace("_", "-")).from;
  const [row] = await insert(creator.id, within);
  expect(row.home).toBe("events_default");
  await Promise.all(Array.from({ length: 5 }, () => runMaintenance()));
  expect(await partitions()).toEqual(["events_default", ...ahead()].toSorted());
  const homes = await site.visits.sql`select tableoid::regclass::text as home from events
    where creator_id = ${creator.id}`;
  expect(homes).toEqual([{ home: last }]);
  expect((await insert(creator.id, within))[0].home).toBe(last);
  const [indexes] = await site.visits
    .sql`select count(*)::int as n from pg_indexes where tablename = ${last}`;
  expect(indexes.n).toBe(1);
});

test("a partition is dropped once its last event has expired, and daily counts stay", async () => {
  const user = await site.signUp();
  const old = partitionOf("2024-02");
  await site.visits.query(
    `create table ${old.name} partition of events for values from ('${old.from}') to ('${old.to}')`,
  );
  await insert(user.creator.id, "2024-02-29T23:59:59Z");
  await insert(user.creator.id, "2023-01-01T00:00:00Z");
  await insert(user.creator.id, new Date().toISOString());
  await site.visits
    .sql`insert into daily_counts values (${user.creator.id}, '2024-02-29', 'event', 'page_view', 1)`;
  const age = Math.floor((Date.now() - Date.parse(old.to)) / 86_400_000);
  await runMaintenance(age + 1);
  expect(await partitions()).toContain(old.name);
  await runMaintenance(age - 1);
  expect(await partitions()).toEqual(["events_default", ...ahead()].toSorted());
  const left = await site.visits.sql`select 1 from events where creator_id = ${user.creator.id}`;
  expect(left).toHaveLength(1);
  const counts = await site.visits.sql`select count from daily_counts where creator_id = ${user.creator.id}`;
  expect(counts).toEqual([{ count: 1 }]);
});

test("a database with events of an earlier release is migrated with its counts", async () => {
  const { client, migrate } = await databaseBefore("event_partitions");
  await client.query(`
    insert into users (id, email, password_hash) values ('00000000-0000-4000-8000-000000000001', 'a@example.org', '-');
    insert into creators (user_id, handle, display_name) values ('00000000-0000-4000-8000-000000000001', 'anna', 'Anna');
    insert into tiles (creator_id, type, title, position, created_at) select id, 'link', 'One', 0, '2026-03-05T12:00:00Z' from creators;
    insert into events (creator_id, tile_id, event, device, country, source, created_at)
      select c.id, case when event = 'tile_click' then t.id end, event, 'mobile', 'DE', 'direct', at::timestamptz from creators c, tiles t, (values
        ('page_view', '2026-03-05T11:59:59Z'), ('page_view', '2026-03-05T12:00:00Z'), ('page_view', '2026-03-05T23:59:59.999Z'),
        ('page_view', '2026-03-06T00:00:00Z'), ('tile_click', '2026-03-31T23:59:59Z'), ('tile_click', '2024-01-31T00:00:00Z')
      ) given (event, at);`);
  await migrate();
  const read = async (text: string) => (await client.query({ text, rowMode: "array" })).rows.map(String);
  expect(
    await read(
      "select tableoid::regclass, count(*) from events group by tableoid order by tableoid::regclass::text",
    ),
  ).toEqual(["events_2024_01,1", "events_2026_03,5"]);
  expect(
    await read(
      "select day::text, count from daily_counts where kind = 'event' and name = 'page_view' order by day",
    ),
  ).toEqual(["2026-03-05,3", "2026-03-06,1"]);
  expect(
    await read(
      "select kind, name, sum(count) from daily_counts where kind <> 'event' group by 1, 2 order by 1",
    ),
  ).toEqual(["country,DE,4", "device,mobile,4", "source,direct,4"]);
  expect(await read("select day::text, event, count from daily_tile_counts order by 1, 2")).toEqual([
    "2024-01-31,tile_click,1",
    "2026-03-05,page_view,2",
    "2026-03-31,tile_click,1",
  ]);
  const [next] = await read(
    "insert into events (creator_id, event) select id, 'page_view' from creators returning id",
  );
  expect(Number(next)).toBe(7);
});
