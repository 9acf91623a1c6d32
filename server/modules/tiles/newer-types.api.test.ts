import { beforeAll, expect, test } from "vitest";
import { addTile } from "../../testing/factories.ts";
import { recountEvents } from "../../testing/recount-events.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

let newer: number;
const site = testSite();
const anna = testUser(site);
beforeAll(async () => {
  await addTile(anna, { type: "link", title: "Known", url: "https://a.example/" });
  // Simulates the migration of the next release.
  await site.query("alter table tiles drop constraint tiles_type_known");
  await site.query("alter table events drop constraint events_event_known");
  const rows = await site.sql`insert into tiles (creator_id, type, title, position)
    values (${anna.creator.id}, 'embed', 'Newer', 0) returning id::int`;
  newer = rows[0].id;
  await site.sql`insert into events (creator_id, event, tile_id)
    values (${anna.creator.id}, 'applause', ${newer}), (${anna.creator.id}, 'page_view', null)`;
  await recountEvents(site.db);
});

test("omits a tile of the next release's type from page, list and statistics", async () => {
  const page = await site.call("GET", `/@${anna.creator.handle}`, undefined, { accept: "text/html" });
  expect(page.status).toBe(200);
  expect(page.text).toContain("Known");
  expect(page.text).not.toContain("Newer");
  const listed = await site.call("GET", `/api/public/creator/${anna.creator.handle}`);
  expect(listed.status).toBe(200);
  expect(JSON.stringify(listed.body)).not.toContain("Newer");
  const own = await anna.call("GET", "/api/tiles");
  expect(own.status).toBe(200);
  expect(JSON.stringify(own.body)).not.toContain("Newer");
  expect((await anna.call("PATCH", `/api/tiles/${newer}`, { title: "Taken" })).status).toBe(404);
  expect((await site.call("POST", "/api/public/checkout/start", { tileId: newer })).status).toBe(404);
  expect(
    (await site.call("GET", `/@${anna.creator.handle}?tile=${newer}`, undefined, { accept: "text/html" }))
      .status,
  ).toBe(200);
});

test("omits an event of the next release from the statistics", async () => {
  const { status, body } = await anna.call("GET", "/api/analytics/summary");
  expect(status).toBe(200);
  expect(body.recent).toMatchObject([{ event: "page_view" }]);
  expect(body.perTile.map(({ title }: { title: string }) => title)).toEqual(["Known"]);
});

test("moves and deletes the other tiles, and keeps the tile of the newer type", async () => {
  const moved = await addTile(anna, { type: "link", title: "Moved", url: "https://b.example/" });
  expect((await anna.call("PATCH", `/api/tiles/${moved.id}`, { position: 0 })).status).toBe(200);
  expect((await anna.call("DELETE", `/api/tiles/${moved.id}`)).status).toBe(204);
  expect(await site.sql`select title from tiles where id = ${newer}`).toEqual([{ title: "Newer" }]);
});
