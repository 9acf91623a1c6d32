import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addTile } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { recountEvents } from "../../testing/recount-events.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { events } from "./tables.ts";

const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

const site = testSite();
const anna = testUser(site);

const startedAt = Date.now();
/**
 * Returns the same time of an earlier day, never in the future. The current time is read once, in case
 * midnight passes.
 */
const day = (daysAgo: number) => new Date(startedAt - daysAgo * 86_400_000).toISOString();
const perTile = async () => (await anna.call("GET", "/api/analytics/summary")).body.perTile;

test("counts a tile's views on its live days, whether it has ended or not started", async () => {
  const [always, past, future] = [
    await addTile(anna, { title: "Always" }),
    await addTile(anna, { title: "Past" }),
    await addTile(anna, { title: "Future", startsAt: "2090-01-01T00:00:00Z" }),
  ];
  await site.db.execute(sql`update tiles set created_at = ${day(9)}`);
  await site.db.execute(
    sql`update tiles set starts_at = ${day(6)}, ends_at = ${day(4)} where id = ${past.id}`,
  );
  const creatorId = anna.creator.id;
  for (let daysAgo = 0; daysAgo < 9; daysAgo++) {
    await site.db.insert(events).values({ event: "page_view", creatorId, createdAt: new Date(day(daysAgo)) });
  }
  await site.db
    .insert(events)
    .values({ event: "tile_click", creatorId, tileId: past.id, createdAt: new Date(day(5)) });
  await recountEvents(site.db);
  expect(await perTile()).toMatchObject([
    { id: always.id, state: "live", page_views: 9, tile_clicks: 0 },
    { id: past.id, state: "ended", page_views: 3, tile_clicks: 1 },
    { id: future.id, state: "scheduled", page_views: 0 },
  ]);
});

test("counts plays for their tile, except plays by the owner and by visitors who opt out", async () => {
  const film = await addTile(anna, { type: "content", title: "Film", url: "https://youtu.be/dQw4w9WgXcQ" });
  const play = { creatorId: anna.creator.id, tileId: film.id, event: "play" };
  const send = (headers: Record<string, string>, as: { call: TestApp["call"] } = site) =>
    as.call("POST", "/api/public/analytics", play, { "user-agent": AGENT, ...headers });
  const optOuts: Record<string, string>[] = [
    { dnt: "1" },
    { "sec-gpc": "1" },
    { "user-agent": "Googlebot/2.1" },
  ];
  for (const headers of [{}, {}, ...optOuts]) expect((await send(headers)).status).toBe(202);
  expect((await send({}, anna)).status).toBe(202);
  const find = async () => (await perTile()).find(({ id }: { id: number }) => id === film.id);
  await expect.poll(find).toMatchObject({ plays: 2, tile_clicks: 0 });
  const { body } = await anna.call("GET", "/api/analytics/summary");
  expect(body.summary).toContainEqual({ event: "play", count: 2 });
  expect(body.recent[0]).toMatchObject({ event: "play", title: "Film" });
});

test("counts clicks only of tiles that visitors can open now", async () => {
  const tile = await addTile(anna, { title: "Now and then" });
  const click = async () => {
    const event = { creatorId: anna.creator.id, tileId: tile.id, event: "tile_click" };
    return (await site.call("POST", "/api/public/analytics", event, { "user-agent": AGENT })).status;
  };
  expect(await click()).toBe(202);
  for (const change of [
    "hidden = true",
    "active = false",
    "starts_at = now() + interval '1 hour'",
    "ends_at = now() - interval '1 second'",
  ]) {
    await site.query(`update tiles set ${change} where id = $1`, [tile.id]);
    expect(await click(), change).toBe(400);
    await site.sql`update tiles set hidden = false, active = true, starts_at = null, ends_at = null
      where id = ${tile.id}`;
  }
  expect(await click()).toBe(202);
});
