import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { AnalyticsSummary, Device } from "../../../contract/api/analytics.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addTile, buy, offerFile, type TestUser, upgrade } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { recountEvents } from "../../testing/recount-events.ts";
import { rollUpNow } from "../../testing/roll-up-now.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { rollUpPending } from "./rollups.ts";
import { createAnalyticsService } from "./service.ts";
import { dailyCounts, dailyTileCounts, events, pendingCounts } from "./tables.ts";

const log = pino({ level: "silent" });
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const first = testSite();
const nodes = [first, testSite(() => ({ databaseUrl: first.databaseUrl }))] as const;
const anna = prepareEach(() => nodes[0].signUp());

async function send(node: TestApp, payload: object, agent = PHONE) {
  const response = await node.app.inject({
    method: "POST",
    url: "/api/public/analytics",
    headers: { "user-agent": agent },
    payload,
  });
  return response.statusCode;
}

async function summaryOf(user: TestUser, days = 30): Promise<AnalyticsSummary> {
  return AnalyticsSummary.parse((await user.call("GET", `/api/analytics/summary?days=${days}`)).body);
}

const countOf = (summary: AnalyticsSummary, name: string) =>
  summary.summary.find(({ event }) => event === name)?.count;

const countNow = (node: TestApp) => rollUpNow(node.db);

/** Creates only the analytics module, on the nodes' database. */
const analyticsOf = (more: { maxWaiting?: number } = {}) =>
  createAnalyticsService({
    db: nodes[0].db,
    clock: { now: () => new Date() },
    publicUrl: "",
    findCountry: () => null,
    log,
    ...more,
  });

describe("many events at once", () => {
  test("are all counted on two nodes, each with its own response", async () => {
    const { id } = anna.creator;
    const ben = await nodes[1].signUp();
    const own = await addTile(anna);
    const foreign = await addTile(ben);
    const kinds = [
      [{ creatorId: id, event: "page_view", source: "ig" }, 202],
      [{ creatorId: id, event: "tile_click", tileId: own.id }, 202],
      [{ creatorId: id, event: "tile_click", tileId: foreign.id }, 400],
      [{ creatorId: 999_999_999, event: "page_view" }, 404],
      [{ creatorId: ben.creator.id, event: "profile_share" }, 202],
    ] as const;
    const sent = Array.from({ length: 400 }, (_, index) => kinds[index % kinds.length] ?? kinds[0]);
    const responses = await Promise.all(
      sent.map(([payload], index) => send(nodes[index % 2 ? 1 : 0], payload)),
    );
    expect(responses).toEqual(sent.map(([, status]) => status));

    const check = async () => {
      const summary = await summaryOf(anna);
      expect([countOf(summary, "page_view"), countOf(summary, "tile_click")]).toEqual([80, 80]);
      expect(summary.perTile).toMatchObject([{ id: own.id, page_views: 80, tile_clicks: 80 }]);
      expect(summary.sources).toEqual([{ source: "instagram", count: 80 }]);
      expect(countOf(await summaryOf(ben), "profile_share")).toBe(80);
    };
    await check();
    await Promise.all(nodes.map((node) => countNow(node)));
    expect(await nodes[0].db.select().from(pendingCounts)).toEqual([]);
    await check();
  });

  test("are acknowledged only after they are stored", async () => {
    const stoppingNode = await openSite({ databaseUrl: nodes[0].databaseUrl });
    const view = { creatorId: anna.creator.id, event: "page_view" };
    let answered = 0;
    const sending = Array.from({ length: 200 }, async (_, index) => {
      await delay(index / 4);
      if ((await send(stoppingNode, view)) === 202) answered += 1;
    });
    await delay(20);
    // Close all its connections at once, as when a process is killed.
    await nodes[0].query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'tessera' and state is not null and query ilike '%unnest%'",
    );
    await Promise.all(sending);
    // On a busy machine, the broken connections can have held all events.
    if ((await send(stoppingNode, view)) === 202) answered += 1;
    const stored = countOf(await summaryOf(anna), "page_view") ?? 0;
    expect(answered).toBeGreaterThan(0);
    // An event may be stored without a response if its connection broke during the commit.
    expect(stored).toBeGreaterThanOrEqual(answered);
    expect(stored).toBeLessThanOrEqual(201);
  });

  test("are stored after a deadlock with a migration", async () => {
    const view = { creatorId: anna.creator.id, event: "page_view" };
    expect(await send(nodes[0], view)).toBe(202);
    const migration = await nodes[0].db.$client.connect();
    try {
      await migration.query("begin");
      await migration.query("lock table events in access exclusive mode");
      const sending = send(nodes[0], view);
      await expect
        .poll(() =>
          nodes[0].query(
            "select count(*)::int as count from pg_locks where not granted and relation = 'events'::regclass",
          ),
        )
        .toEqual([{ count: 1 }]);
      // The event's statement waits first, so PostgreSQL aborts it.
      await migration.query("lock table tiles in access exclusive mode");
      await migration.query("commit");
      expect(await sending).toBe(202);
    } finally {
      migration.release(true);
    }
    expect(countOf(await summaryOf(anna), "page_view")).toBe(2);
  });

  test("are rejected with 503 if the buffer is full, and no accepted one is lost", async () => {
    const analytics = analyticsOf({ maxWaiting: 10 });
    const node = await openSite({ databaseUrl: nodes[0].databaseUrl, analytics });
    const responses = await concurrently(30, () =>
      node.app.inject({
        method: "POST",
        url: "/api/public/analytics",
        headers: { "user-agent": PHONE },
        payload: { creatorId: anna.creator.id, event: "page_view" },
      }),
    );
    const rejected = responses.filter(({ statusCode }) => statusCode === 503);
    expect(rejected.length).toBeGreaterThan(0);
    expect(Number(rejected[0]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(rejected[0]?.json()).toEqual({ code: "unavailable", error: expect.any(String) });
    const requestId = rejected[0]?.headers["x-request-id"];
    const line = node.logLines.map((each) => JSON.parse(each)).find(({ reqId }) => reqId === requestId);
    expect(line).toMatchObject({ method: "POST", route: "/api/public/analytics" });
    const accepted = responses.filter(({ statusCode }) => statusCode === 202).length;
    expect(accepted + rejected.length).toBe(30);
    expect(countOf(await summaryOf(anna), "page_view")).toBe(accepted);
  });

  test("are written from the buffer at shutdown", async () => {
    const analytics = analyticsOf();
    const request = { ip: "203.0.113.9", headers: { "user-agent": PHONE }, socket: {} };
    const visit = { creatorId: anna.creator.id, event: "page_view" as const };
    await analytics.recordVisit(request, visit);
    let ended = 0;
    const waiting = Array.from({ length: 20 }, () =>
      analytics.recordVisit(request, visit).then(() => ended++),
    );
    await Promise.resolve();
    expect(ended).toBe(0);
    await analytics.stop();
    await Promise.all(waiting);
    expect(countOf(await summaryOf(anna), "page_view")).toBe(21);
  });
});

describe("an event of a bot", () => {
  test("is counted as filtered by creator and day, and nowhere else", async () => {
    const view = { creatorId: anna.creator.id, event: "page_view" };
    await concurrently(5, () => send(nodes[0], view, ROBOT));
    await send(nodes[0], view);
    expect(await send(nodes[0], { ...view, creatorId: 999_999_999 }, ROBOT)).toBe(404);
    expect(await send(nodes[0], { ...view, event: "tile_click", tileId: 999_999_999 }, ROBOT)).toBe(400);
    const check = async () => {
      const summary = await summaryOf(anna);
      expect([summary.filtered, countOf(summary, "page_view"), summary.recent.length]).toEqual([5, 1, 1]);
    };
    await check();
    await countNow(nodes[0]);
    await check();
    expect(await nodes[0].query("select 1 from pending_counts")).toEqual([]);
  });
});

describe("the daily counts", () => {
  const action = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("event" as const),
        event: fc.constantFrom("page_view", "tile_click", "checkout_start", "profile_share"),
        tile: fc.nat(3),
        node: fc.nat(1),
        source: fc.constantFrom("ig", "reddit", null),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("purchase" as const), tile: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.constant({ kind: "tile" as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), tile: fc.nat(3) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("count" as const), node: fc.nat(1) }) },
  );

  test("equal a recount of the stored events after concurrent changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(action, { maxLength: 12 }), { maxLength: 6 }), async (steps) => {
        const user = await nodes[0].signUp();
        await upgrade(nodes[0], user);
        const tileIds = [(await addTile(user)).id];
        const tileOf = (place: number) => tileIds[place % tileIds.length] ?? 0;
        const node = (place: number) => (place === 0 ? nodes[0] : nodes[1]);
        for (const step of steps) {
          // While a tile is being created, roll up only older counts.
          const settled = step.some(({ kind }) => kind === "tile") ? undefined : 0;
          await Promise.all(
            step.map(async (act) => {
              if (act.kind === "event") {
                const tileId = act.event === "tile_click" ? tileOf(act.tile) : undefined;
                await send(node(act.node), {
                  creatorId: user.creator.id,
                  event: act.event,
                  tileId,
                  source: act.source,
                });
              } else if (act.kind === "purchase") {
                const purchase = { orderId: 1, creatorId: user.creator.id, tileId: tileOf(act.tile) };
                await inTransaction(nodes[0].db, (tx) => analyticsOf().recordPurchase(tx, purchase));
              } else if (act.kind === "tile") tileIds.push((await addTile(user)).id);
              else if (act.kind === "delete") await user.call("DELETE", `/api/tiles/${tileOf(act.tile)}`);
              else await rollUpPending(node(act.node).db, { settledSeconds: settled });
            }),
          );
        }
        await nodes[0].settled();
        const live = await summaryOf(user);
        await countNow(nodes[0]);
        const counted = await summaryOf(user);
        expect(counted).toEqual(live);
        const kept = await readCounts();
        await recountEvents(nodes[0].db);
        expect(await readCounts()).toEqual(kept);
        expect(await summaryOf(user)).toEqual(counted);
        await expectRecounted(user, counted);
      }),
      { numRuns: 12 },
    );
  });

  const readCounts = async () => [
    await nodes[0].db.select().from(dailyCounts).where(sql`name <> 'filtered'`).orderBy(sql`1, 2, 3, 4`),
    await nodes[0].db.select().from(dailyTileCounts).orderBy(sql`1, 2, 3`),
  ];

  /** Compares a summary with counts of the single events. */
  async function expectRecounted(user: TestUser, summary: AnalyticsSummary): Promise<void> {
    const { id } = user.creator;
    for (const { event, count } of summary.summary) {
      const [row] = await nodes[0].sql`select count(*)::int as n from events
        where creator_id = ${id} and event = ${event}`;
      expect([event, count]).toEqual([event, row.n]);
    }
    for (const tile of summary.perTile) {
      const [stored] = await nodes[0].sql`select created_at::text from tiles where id = ${tile.id}`;
      const [row] = await nodes[0]
        .sql`select count(*) filter (where event = 'page_view' and created_at >= ${stored.created_at}::timestamptz)::int as views,
           count(*) filter (where event = 'tile_click' and tile_id = ${tile.id})::int as clicks,
           count(*) filter (where event = 'purchase' and tile_id = ${tile.id})::int as purchases
         from events where creator_id = ${id}`;
      expect([tile.page_views, tile.tile_clicks, tile.purchases]).toEqual([
        row.views,
        row.clicks,
        row.purchases,
      ]);
    }
    expect(summary.devices.reduce((sum, { count }) => sum + count, 0)).toBe(countOf(summary, "page_view"));
    expect(Device.options).toHaveLength(summary.devices.length);
  }

  test("include a sale as soon as it is paid", async () => {
    const { tile } = await offerFile(nodes[0], anna);
    await buy(nodes[0], tile.id);
    await buy(nodes[0], tile.id);
    await nodes[0].settled();
    expect((await summaryOf(anna)).perTile).toMatchObject([{ id: tile.id, purchases: 2 }]);
    await countNow(nodes[0]);
    expect((await summaryOf(anna)).perTile).toMatchObject([{ id: tile.id, purchases: 2 }]);
  });

  test("are deleted with their creator, whose pending events are dropped", async () => {
    const ben = await nodes[0].signUp();
    const view = (user: TestUser) => ({ creatorId: user.creator.id, event: "page_view" });
    await send(nodes[0], view(ben));
    await countNow(nodes[0]);
    await Promise.all([send(nodes[0], view(ben)), send(nodes[0], view(anna))]);
    await nodes[0].sql`delete from creators where id = ${ben.creator.id}`;
    await countNow(nodes[0]);
    expect(countOf(await summaryOf(anna), "page_view")).toBe(1);
    const ofBen = sql`creator_id = ${ben.creator.id}`;
    expect(await nodes[0].db.$count(dailyCounts, ofBen)).toBe(0);
    await analyticsOf().runMaintenance();
    expect(await nodes[0].db.select().from(events).where(ofBen)).toEqual([]);
    expect(countOf(await summaryOf(anna), "page_view")).toBe(1);
  });
});
