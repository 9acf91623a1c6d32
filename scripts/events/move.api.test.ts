import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import { rollUpPending } from "../../server/modules/analytics/rollups.ts";
import { acquireBackupLock } from "../../server/platform/database/backup-lock.ts";
import { isSeparate } from "../../server/platform/database/event-store.ts";
import { buy, offerFile, type TestUser, upgrade } from "../../server/testing/factories.ts";
import type { TestApp } from "../../server/testing/harness.ts";
import { recountEvents } from "../../server/testing/recount-events.ts";
import { openSite } from "../../server/testing/test-site.ts";
import { moveEvents } from "./move.ts";
import type { Place } from "./switch.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function visit(site: TestApp, payload: object): Promise<number> {
  const { status } = await site.call("POST", "/api/public/analytics", payload, { "user-agent": BROWSER });
  return status;
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
        await delay(8);
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
  ...[20, 60, 100, 150, 200, 300],
  ...[
    "Copying visits",
    "Comparing",
    "Visits are stored",
    "Going on",
    "Going on",
    "All is copied",
    "Removing",
  ],
];

/** Runs the command until it has ended; before that it is run, and its connections are killed, at each of these moments. */
async function move(site: TestApp, to: Place, moments: readonly Moment[] = []) {
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
  const user = await site.signUp();
  await upgrade(site, user);
  const { tile } = await offerFile(site, user);
  await addHistory(site, user, tile.id);
  return { site, other, user, tile };
}

test.each([
  ["at once", []],
  ["killed at every moment", MOMENTS],
] as const)(
  "visits are moved to the main database and back while they arrive, %s",
  async (_how, kills) => {
    const { site, other, user, tile } = await openShop();
    const quiet = await site.signUp();
    const nodes = [site, other];
    const before = await summaryOf(user);
    const visits = startVisits(nodes, [user, quiet]);
    await delay(200);
    await buy(site, tile.id);

    for (const to of ["main", "own"] as const) {
      const moved = await move(site, to, kills);
      expect(moved.kills).toBeGreaterThanOrEqual(kills.length / 2);
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
    while (!(await rollUpPending(site.events.latest(), { settledSeconds: 0 }))) await delay(5);

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
  },
  240_000,
);

test("a move waits for a backup before it switches, and statistics can be read meanwhile", async () => {
  const { site, user } = await openShop();
  const backup = new pg.Client({ connectionString: site.eventsUrl });
  await backup.connect();
  await acquireBackupLock(backup);
  await backup.query("begin; lock table pending_counts in access share mode");
  const lines: string[] = [];
  const moving = moveEvents({
    mainUrl: site.databaseUrl,
    ownUrl: site.eventsUrl ?? "",
    to: "main",
    signal: new AbortController().signal,
    say: (text) => void lines.push(text),
  });
  await expect.poll(() => lines.join(), { timeout: 30_000 }).toContain("Waiting for a backup");
  expect(await visit(site, { creatorId: user.creator.id, event: "page_view" })).toBe(202);
  expect((await user.call("GET", "/api/analytics/summary")).status).toBe(200);
  await backup.end();
  expect(await moving).toBe(401);
}, 120_000);
