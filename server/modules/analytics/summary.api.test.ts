import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { addTile, offer, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { recountEvents } from "../../testing/recount-events.ts";
import { testSite } from "../../testing/test-site.ts";
import { tiles } from "../tiles/index.ts";
import { events } from "./tables.ts";

type Seed = Partial<typeof events.$inferInsert> & { daysAgo?: number; times?: number };

const site = testSite();
const anna = prepareEach(() => site.signUp());
const ben = prepareEach(() => site.signUp());

/** Inserts events of now, or of the beginning of a UTC day. */
async function seed(user: TestUser, ...seeds: Seed[]): Promise<void> {
  for (const { daysAgo, times = 1, ...event } of seeds) {
    const createdAt =
      daysAgo === undefined
        ? sql`now()`
        : sql`(date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${daysAgo}::int)) at time zone 'UTC'`;
    const row = { event: "page_view" as const, ...event, creatorId: user.creator.id };
    for (let time = 0; time < times; time++) {
      await site.db.insert(events).values({ ...row, createdAt: event.createdAt ?? createdAt });
    }
  }
  await recountEvents(site.db);
}

const publishTile = async (user: TestUser, title: string, more: object = {}) =>
  (await addTile(user, { title, ...more })).id;

async function summaryOf(user: TestUser, query = ""): Promise<AnalyticsSummary> {
  const { status, body } = await user.call("GET", `/api/analytics/summary${query}`);
  expect(status).toBe(200);
  expect(AnalyticsSummary.parse(body)).toEqual(body);
  return body;
}

const counts = (summary: AnalyticsSummary) =>
  Object.fromEntries(summary.summary.map(({ event, count }) => [event, count]));
const utcDate = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

describe("the summary of a creator's page", () => {
  test("is returned only to its creator", async () => {
    const { status, body } = await site.call("GET", "/api/analytics/summary");
    expect([status, body.code]).toEqual([401, "accounts.signed_out"]);
  });

  test("is complete and empty for a new page", async () => {
    const summary = await summaryOf(anna);
    expect(summary).toMatchObject({
      summary: [
        { event: "page_view", count: 0 },
        { event: "tile_click", count: 0 },
        { event: "checkout_start", count: 0 },
        { event: "purchase", count: 0 },
        { event: "profile_share", count: 0 },
        { event: "signup", count: 0 },
        { event: "play", count: 0 },
      ],
      perTile: [],
      devices: [
        { device: "mobile", count: 0 },
        { device: "desktop", count: 0 },
        { device: "tablet", count: 0 },
      ],
      recent: [],
      countries: [],
      sources: [],
    });
    expect(summary.series).toHaveLength(30);
    const nothing = { page_view: 0, tile_click: 0, checkout_start: 0, purchase: 0 };
    expect(summary.series[0]).toEqual({ date: utcDate(29), ...nothing });
    expect(summary.series.at(-1)).toEqual({ date: utcDate(0), ...nothing });
  });

  test("contains no data of other creators", async () => {
    const tileId = await publishTile(ben, "Ben's");
    const event = { device: "mobile", country: "DE", source: "reddit", tileId } as const;
    await seed(ben, event, { ...event, event: "tile_click" }, { ...event, event: "purchase" });
    const before = await summaryOf(anna);
    expect(Object.values(counts(before))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect([before.perTile, before.recent, before.countries, before.sources]).toEqual([[], [], [], []]);
    expect(before.devices.every(({ count }) => count === 0)).toBe(true);
    expect(JSON.stringify(await summaryOf(ben))).toContain("Ben's");
  });

  test("counts the last UTC days, today included", async () => {
    const days = [0, 1, 6, 7, 29, 30, 364, 365];
    await seed(anna, ...days.map((daysAgo) => ({ daysAgo })));
    expect(counts(await summaryOf(anna, "?days=1")).page_view).toBe(1);
    expect(counts(await summaryOf(anna, "?days=2")).page_view).toBe(2);
    expect(counts(await summaryOf(anna, "?days=7")).page_view).toBe(3);
    expect(counts(await summaryOf(anna)).page_view).toBe(5);
    const year = await summaryOf(anna, "?days=365");
    expect(counts(year).page_view).toBe(7);
    expect(year.series.filter((day) => day.page_view === 1).map(({ date }) => date)).toEqual(
      [364, 30, 29, 7, 6, 1, 0].map(utcDate),
    );
    expect(year.series).toHaveLength(365);
  });

  test.each(["0", "366", "-1", "1.5", "many", "1e9", "30;drop"])("is rejected for %j days", async (days) => {
    const { status, body } = await anna.call(
      "GET",
      `/api/analytics/summary?days=${encodeURIComponent(days)}`,
    );
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([400, ["days"]]);
  });

  test("shows the counts of each day", async () => {
    await seed(
      anna,
      { times: 3 },
      { event: "tile_click", times: 2 },
      { event: "checkout_start" },
      { event: "purchase" },
      { event: "profile_share", times: 4 },
      { daysAgo: 1, times: 2 },
    );
    const summary = await summaryOf(anna, "?days=2");
    expect(counts(summary)).toEqual({
      page_view: 5,
      tile_click: 2,
      checkout_start: 1,
      purchase: 1,
      profile_share: 4,
      signup: 0,
      play: 0,
    });
    expect(summary.series).toEqual([
      { date: utcDate(1), page_view: 2, tile_click: 0, checkout_start: 0, purchase: 0 },
      { date: utcDate(0), page_view: 3, tile_click: 2, checkout_start: 1, purchase: 1 },
    ]);
  });

  test("shows devices, countries and sources of views, most frequent first", async () => {
    await seed(
      anna,
      { device: "mobile", country: "DE", source: "instagram", times: 2 },
      { device: "tablet", country: "FR", source: "direct", times: 3 },
      { device: "mobile", country: null, source: null },
      { device: "mobile", country: "AT", source: "a-blog", times: 2 },
      // Other events do not count as visits.
      { event: "tile_click", device: "desktop", country: "US", source: "google" },
      { event: "purchase" },
    );
    const { devices, countries, sources } = await summaryOf(anna);
    expect(devices).toEqual([
      { device: "mobile", count: 5 },
      { device: "desktop", count: 0 },
      { device: "tablet", count: 3 },
    ]);
    expect(countries).toEqual([
      { country: "FR", count: 3 },
      { country: "AT", count: 2 },
      { country: "DE", count: 2 },
    ]);
    expect(sources).toEqual([
      { source: "direct", count: 3 },
      { source: "a-blog", count: 2 },
      { source: "instagram", count: 2 },
    ]);
  });

  test("lists a bounded number of sources", async () => {
    await site.db.execute(
      sql`insert into events (creator_id, event, source) select ${anna.creator.id}, 'page_view', 'made-up-' || n from generate_series(1, 400) n`,
    );
    await seed(anna, { source: "reddit", times: 2 });
    const { sources } = await summaryOf(anna);
    expect(sources).toHaveLength(250);
    expect(sources[0]).toEqual({ source: "reddit", count: 2 });
  });
});

describe("the tiles of the summary", () => {
  test("are in page order, with clicks, purchases and the views since their creation", async () => {
    await seed(anna, { daysAgo: 3, times: 4 }, { daysAgo: 40 });
    const first = await publishTile(anna, "First", { imageUrl: `${PUBLIC_URL}/uploads/abc.webp` });
    const second = await publishTile(anna, "Second");
    const third = await publishTile(anna, "Third", { active: false });
    await anna.call("PATCH", `/api/tiles/${third}`, { position: 0 });
    await site.db.update(tiles).set({ createdAt: sql`now() - interval '60 days'` }).where(sql`id = ${first}`);
    await seed(
      anna,
      { times: 2 },
      { event: "tile_click", tileId: first, times: 3 },
      { event: "tile_click", tileId: second },
      { event: "purchase", tileId: second, times: 2 },
      { event: "checkout_start", tileId: second, times: 5 },
      { event: "tile_click", tileId: second, daysAgo: 40 },
    );
    const { perTile } = await summaryOf(anna);
    const common = { plays: 0, state: "live", type: "link", image_url: null };
    expect(perTile).toEqual([
      { ...common, id: third, title: "Third", page_views: 2, tile_clicks: 0, purchases: 0 },
      {
        ...common,
        id: first,
        title: "First",
        image_url: `${PUBLIC_URL}/uploads/abc.webp`,
        page_views: 6,
        tile_clicks: 3,
        purchases: 0,
      },
      { ...common, id: second, title: "Second", page_views: 2, tile_clicks: 1, purchases: 2 },
    ]);
    const year = (await summaryOf(anna, "?days=365")).perTile.find(({ id }) => id === first);
    expect(year).toMatchObject({ page_views: 7, tile_clicks: 3 });
  });

  test("show their product's image if they have none of their own", async () => {
    const mediaUrl = `${PUBLIC_URL}/uploads/bowl.webp`;
    await offer(anna, { type: "physical", mediaUrl });
    expect((await summaryOf(anna)).perTile).toMatchObject([{ image_url: mediaUrl }]);
  });

  test("are not listed after deletion, but still count in the totals", async () => {
    const tileId = await publishTile(anna, "Short-lived");
    await seed(anna, { event: "tile_click", tileId });
    expect((await anna.call("DELETE", `/api/tiles/${tileId}`)).status).toBe(204);
    const summary = await summaryOf(anna);
    expect(summary.perTile).toEqual([]);
    expect(counts(summary).tile_click).toBe(1);
    expect(summary.recent).toMatchObject([{ event: "tile_click", title: null }]);
  });
});

test("lists the newest twenty events as recent activity, newest first, each with its tile's title", async () => {
  const tileId = await publishTile(anna, "Spring sale");
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await seed(anna, ...Array.from({ length: 24 }, (_, minutes) => ({ createdAt: minutesAgo(24 - minutes) })), {
    event: "tile_click",
    tileId,
    createdAt: minutesAgo(0),
  });
  const { recent } = await summaryOf(anna, "?days=2");
  expect(recent).toHaveLength(20);
  expect(recent[0]).toMatchObject({ event: "tile_click", title: "Spring sale" });
  expect(recent[1]).toMatchObject({ event: "page_view", title: null });
  const times = recent.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(times.every((time) => new Date(time).toISOString() === time)).toBe(true);
});
