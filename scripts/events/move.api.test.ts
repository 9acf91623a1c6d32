import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import { LIST_PARTITIONS } from "../../server/modules/analytics/partitions.ts";
import { acquireBackupLock } from "../../server/platform/database/backup-lock.ts";
import { isSeparate } from "../../server/platform/database/event-store.ts";
import { buy, offerFile, signUpAs, type TestUser } from "../../server/testing/factories.ts";
import type { TestApp } from "../../server/testing/harness.ts";
import { recountEvents } from "../../server/testing/recount-events.ts";
import { rollUpNow } from "../../server/testing/roll-up-now.ts";
import { openSite } from "../../server/testing/test-site.ts";
import { moveEvents } from "./move.ts";
import type { Place } from "./switch.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function visit(site: TestApp, payload: object): Promise<number> {
  return (await site.call("POST", "/api/public/analytics", payload, { "user-agent": BROWSER })).status;
}

/** Lets visits arrive at two nodes until it is stopped; returns how many each creator has that were confirmed. */
function startVisits(nodes: readonly TestApp[], users: readonly TestUser[]) {
  const confirmed = new Map(users.map(({ creator }) => [creator.id, 0]));
  const refused: number[] = [];
  let isOver = false;
  const writers = nodes.flatMap((node) =>
    users.map(async ({ creator: { id } }) => {
      while (!isOver) {
        const status = await visit(node, { creatorId: id, event: "page_view", source: "ig" });
        if (status === 202) confirmed.set(id, (confirmed.get(id) ?? 0) + 1);
        else refused.push(status);
        await delay(60);
      }
    }),
  );
  const stop = async () => {
    isOver = true;
    await Promise.all(writers);
    return { confirmed, refused };
  };
  onTestFinished(async () => void (await stop()));
  return { stop };
}

async function addHistory(site: TestApp, user: TestUser, tileId: number): Promise<void> {
  const { id } = user.creator;
  await site.visits.sql`
    insert into events (creator_id, tile_id, event, device, source, created_at)
    select ${id}, case when n % 2 = 0 then ${tileId}::bigint end, case when n % 2 = 0 then 'tile_click' else 'page_view' end, 'mobile', 'direct',
      now() - n * interval '3 hours' from generate_series(1, 400) n`;
  await recountEvents(site.events.latest());
}

const summaryOf = async (user: TestUser): Promise<AnalyticsSummary> =>
  (await user.call("GET", "/api/analytics/summary?days=365")).body;
const countOf = ({ summary }: AnalyticsSummary, name: string) =>
  summary.find(({ event }) => event === name)?.count ?? 0;

/** A moment of a move: after so many milliseconds, or when it says this. */
type Moment = number | string;
const MOMENTS: readonly Moment[] = [
  ...["Copying visits", 20, 60, "Comparing", "Visits are stored", 20, "Going on", 60, "Going on"],
  ...["All is copied", "Removing"],
];

/** Runs the command until it has ended; before that it is run, and its connections are killed, at each of these moments. */
async function move(site: TestApp, to: Place, moments: readonly Moment[]) {
  const run = (controller: AbortController, moment?: Moment) =>
    moveEvents({
      mainUrl: site.databaseUrl,
      ownUrl: site.eventsUrl ?? "",
      to,
      signal: controller.signal,
      say(text) {
        if (typeof moment === "string" && text.startsWith(moment)) controller.abort();
      },
    });
  let kills = 0;
  for (const moment of moments) {
    const controller = new AbortController();
    const timer = typeof moment === "number" ? setTimeout(() => controller.abort(), moment) : undefined;
    await run(controller, moment).catch(() => {
      kills += 1;
    });
    clearTimeout(timer);
  }
  await run(new AbortController());
  return { kills };
}

async function openShop() {
  const site = await openSite({ events: "separate" });
  const other = await openSite({ databaseUrl: site.databaseUrl });
  const user = await signUpAs(site, { plan: "creator" });
  const { tile } = await offerFile(site, user);
  await addHistory(site, user, tile.id);
  return { site, other, user, tile };
}

test("visits are moved to the main database and back while they arrive, killed at every moment", async () => {
  const { site, other, user, tile } = await openShop();
  const quiet = await site.signUp();
  const nodes = [site, other];
  const before = await summaryOf(user);
  const visits = startVisits(nodes, [user, quiet]);
  await delay(200);
  await buy(site, tile.id);

  for (const to of ["main", "own"] as const) {
    const moved = await move(site, to, MOMENTS);
    // Where nothing is left to move after so many milliseconds, a fast machine has been faster.
    expect(moved.kills).toBeGreaterThanOrEqual(MOMENTS.filter((moment) => typeof moment === "string").length);
    await expect
      .poll(() => nodes.map(({ events }) => isSeparate(events.latest())))
      .toEqual(nodes.map(() => to === "own"));
    await buy(other, tile.id);
    const left = to === "own" ? site.db : site.events.own;
    for (const table of ["events", "pending_counts", "daily_counts", "daily_tile_counts"])
      expect((await left?.$client.query(`select 1 from ${table}`))?.rows, table).toEqual([]);
  }
  const { confirmed, refused } = await visits.stop();
  expect(refused).toEqual([]);
  await Promise.all(nodes.map((node) => node.settled()));
  await rollUpNow(site.events.latest());

  const after = await summaryOf(user);
  expect(countOf(after, "page_view") - countOf(before, "page_view")).toBe(confirmed.get(user.creator.id));
  expect(countOf(after, "purchase")).toBe(3);
  expect(countOf(await summaryOf(quiet), "page_view")).toBe(confirmed.get(quiet.creator.id));
  const ids = await site.visits.query(
    "select count(*)::int as n, count(distinct id)::int as ids from events",
  );
  expect(ids[0].n).toBe(ids[0].ids);
  const counted = await site.visits.query("select * from daily_counts order by 1, 2, 3, 4");
  const counts = await site.visits.query("select * from daily_tile_counts order by 1, 2, 3");
  await recountEvents(site.events.latest());
  expect(await site.visits.query("select * from daily_counts order by 1, 2, 3, 4")).toEqual(counted);
  expect(await site.visits.query("select * from daily_tile_counts order by 1, 2, 3")).toEqual(counts);
  expect((await user.call("GET", "/api/analytics/funnel")).body.totals.views).toBeGreaterThan(0);
});

test("a move that is run again copies events of a day that has a partition by then", async () => {
  const { site, user } = await openShop();
  const day = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10);
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  await site.visits.query("insert into events (creator_id, event, created_at) values ($1, 'page_view', $2)", [
    user.creator.id,
    `${day}T12:00:00Z`,
  ]);
  await recountEvents(site.events.latest());
  const input = { mainUrl: site.databaseUrl, ownUrl: site.eventsUrl ?? "", to: "main" as const };
  const stopped = new AbortController();
  const say = (text: string) => void (text.startsWith("Comparing") && stopped.abort());
  await expect(moveEvents({ ...input, signal: stopped.signal, say })).rejects.toThrow();
  await site.visits.query(`
    create temp table kept as select * from events_default;
    delete from events_default;
    create table events_old partition of events for values from ('${day}T00:00:00Z') to ('${next}T00:00:00Z');
    insert into events overriding system value select * from kept`);
  await moveEvents({ ...input, signal: new AbortController().signal, say: () => undefined });
  expect(await site.query("select created_at from events_old")).toEqual([
    { created_at: new Date(`${day}T12:00:00Z`) },
  ]);
});

test.each([
  { what: "of visits before it switches", place: "own", table: "pending_counts" },
  { what: "of the main database before it makes partitions there", place: "main", table: "events" },
] as const)(
  "a move back waits for a backup $what, and statistics can be read meanwhile",
  async ({ place, table }) => {
    const { site, user } = await openShop();
    const backup = new pg.Client({ connectionString: place === "own" ? site.eventsUrl : site.databaseUrl });
    await backup.connect();
    await acquireBackupLock(backup);
    if (place === "main")
      for (const { name } of await site.query(LIST_PARTITIONS)) await site.query(`drop table ${name}`);
    await backup.query(`begin; lock table ${table} in access share mode`);
    const lines: string[] = [];
    const moving = moveEvents({
      mainUrl: site.databaseUrl,
      ownUrl: site.eventsUrl ?? "",
      to: "main",
      signal: new AbortController().signal,
      say: (text) => void lines.push(text),
    });
    await expect.poll(() => lines.join()).toContain("Waiting for a backup");
    expect(await visit(site, { creatorId: user.creator.id, event: "page_view" })).toBe(202);
    expect((await user.call("GET", "/api/analytics/summary")).status).toBe(200);
    await backup.end();
    expect(await moving).toBe(401);
  },
);
