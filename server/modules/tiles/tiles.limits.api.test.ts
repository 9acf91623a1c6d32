import { describe, expect, test } from "vitest";
import type { Tile } from "../../../contract/api/tiles.ts";
import { concurrently, statusCounts } from "../../testing/concurrently.ts";
import { addTile, offer, upgrade } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = prepareEach(() => site.signUp());

const PATH = "/api/tiles";
const link = { type: "link", title: "Shop", url: "https://shop.example/" };
const titles = async (user = anna) =>
  (await user.call("GET", PATH)).body.tiles.map((tile: Tile) => tile.title);
const positions = async (user = anna) =>
  (await user.call("GET", PATH)).body.tiles.map((tile: Tile) => tile.position);
const fill = async (count: number) => {
  const tiles: Tile[] = [];
  for (let index = 0; index < count; index++) tiles.push(await addTile(anna, { title: `Tile ${index}` }));
  return tiles;
};

describe("the free plan", () => {
  test("rejects a sixth tile with advice", async () => {
    await fill(5);
    const response = await anna.call("POST", PATH, link);
    expect(response.status).toBe(403);
    expect(response.body).toEqual({
      error: "Free plan tile limit reached. Upgrade for unlimited tiles and remove branding.",
      code: "tiles.limit_reached",
    });
    expect(await titles()).toHaveLength(5);
  });

  test("counts inactive tiles", async () => {
    for (let count = 0; count < 5; count++) await addTile(anna, { active: false });
    expect((await anna.call("POST", PATH, link)).status).toBe(403);
  });

  test("allows the five to be changed and one to be replaced", async () => {
    const [first] = await fill(5);
    expect((await anna.call("PATCH", `${PATH}/${first?.id}`, { title: "New" })).status).toBe(200);
    expect((await anna.call("DELETE", `${PATH}/${first?.id}`)).status).toBe(204);
    expect((await anna.call("POST", PATH, link)).status).toBe(201);
  });

  test("accepts one of twenty concurrent requests for the last tile on two nodes", async () => {
    await fill(4);
    const responses = await concurrently(20, (index) =>
      (index % 2 ? site : other).call("POST", PATH, link, { cookie: anna.cookie }),
    );
    expect(statusCounts(responses)).toEqual({ 201: 1, 403: 19 });
    expect(await titles()).toHaveLength(5);
  });
});

test.for([
  { plan: "creator", active: false },
  { plan: "free", active: true },
])("accepts a sixth tile at once on plan $plan with a subscription $active", async ({ plan, active }) => {
  await fill(5);
  await site.sql`update creators set plan = ${plan}, subscription_active = ${active} where id = ${anna.creator.id}`;
  expect((await anna.call("POST", PATH, link)).status).toBe(201);
});

describe("the limit of 1,000 tiles", () => {
  const fillTo = (count: number) =>
    site.sql`insert into tiles (creator_id, type, title, url, position)
       select ${anna.creator.id}, 'link', 'Tile ' || n, 'https://shop.example/', n from generate_series(0, ${count}::int - 1) n`;
  const rejection = {
    error: "A page can have at most 1,000 tiles. Delete one to add another.",
    code: "tiles.abuse_limit",
  };

  test.for(["creator", "free"])("holds on the plan %s", async (plan) => {
    await fillTo(1000);
    await site.sql`update creators set plan = ${plan} where id = ${anna.creator.id}`;
    expect(await anna.call("POST", PATH, link)).toMatchObject({ status: 403, body: rejection });
    expect(await titles()).toHaveLength(1000);
  });

  test("accepts one of ten concurrent requests for the last tile on two nodes", async () => {
    await fillTo(999);
    await upgrade(site, anna);
    const responses = await concurrently(10, (index) =>
      (index % 2 ? site : other).call("POST", PATH, link, { cookie: anna.cookie }),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === "tiles.abuse_limit")).toHaveLength(9);
    expect(await titles()).toHaveLength(1000);
  });

  test("allows a tile to be replaced", async () => {
    await fillTo(1000);
    await upgrade(site, anna);
    const [first] = (await anna.call("GET", PATH)).body.tiles;
    expect((await anna.call("DELETE", `${PATH}/${first.id}`)).status).toBe(204);
    expect((await anna.call("POST", PATH, link)).status).toBe(201);
  });

  test("lists the current tiles after each change of a tile or its product, and after one ends", async () => {
    await fillTo(100);
    await upgrade(site, anna);
    const { product, tile: last } = await offer(anna, { priceCents: 1000 });
    const list = async (): Promise<Tile[]> => (await anna.call("GET", PATH)).body.tiles;
    const lastTile = async () => (await list()).find(({ id }) => id === last.id);
    expect(await list()).toEqual(await list());
    await anna.call("PATCH", `/api/products/${product.id}`, { priceCents: 1200 });
    expect((await lastTile())?.product?.price_cents).toBe(1200);
    await anna.call("PATCH", `${PATH}/${last.id}`, { title: "Cup" });
    expect((await lastTile())?.title).toBe("Cup");
    await site.sql`update tiles set ends_at = now() + interval '1 second' where id = ${last.id}`;
    expect((await lastTile())?.state).toBe("live");
    await expect.poll(async () => (await lastTile())?.state).toBe("ended");
    await site.sql`delete from tiles where id = ${last.id}`;
    expect(await list()).toHaveLength(100);
    await site.sql`delete from tiles where creator_id = ${anna.creator.id} and position > 9`;
    expect(await list()).toHaveLength(10);
  });

  test("does not rewrite unmoved tiles when one moves", async () => {
    await fillTo(1000);
    const tiles: Tile[] = (await anna.call("GET", PATH)).body.tiles;
    const before = await site.sql`select id, xmin from tiles where creator_id = ${anna.creator.id}`;
    const versions = new Map(before.map(({ id, xmin }) => [id, xmin]));
    const moved = await anna.call("PATCH", `${PATH}/${tiles[999]?.id}`, { position: 990 });
    expect(moved.body.tile.position).toBe(990);
    const after = await site.sql`select id, xmin from tiles where creator_id = ${anna.creator.id}`;
    expect(after.filter(({ id, xmin }) => versions.get(id) !== xmin)).toHaveLength(10);
    expect(await positions()).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });
});

test("keeps the tiles after a downgrade and rejects new ones", async () => {
  await upgrade(site, anna);
  await fill(7);
  await anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: "A", plan: "free" });
  expect(await titles()).toHaveLength(7);
  expect((await anna.call("POST", PATH, link)).status).toBe(403);
});

test("gives concurrently created tiles different positions", async () => {
  await concurrently(5, () => anna.call("POST", PATH, link));
  expect(await positions()).toEqual([0, 1, 2, 3, 4]);
});

describe("a tile moved by its position", () => {
  test("is at that position, and the others keep their order", async () => {
    const [a, , , d] = await fill(4);
    const up = await anna.call("PATCH", `${PATH}/${d?.id}`, { position: 0 });
    expect(up).toMatchObject({ status: 200, body: { tile: { ...d, position: 0 } } });
    expect(await titles()).toEqual(["Tile 3", "Tile 0", "Tile 1", "Tile 2"]);
    await anna.call("PATCH", `${PATH}/${a?.id}`, { position: 2 });
    expect(await titles()).toEqual(["Tile 3", "Tile 1", "Tile 0", "Tile 2"]);
    expect(await positions()).toEqual([0, 1, 2, 3]);
  });

  test("is last if the position is beyond the end", async () => {
    const [a] = await fill(3);
    expect((await anna.call("PATCH", `${PATH}/${a?.id}`, { position: 99 })).body.tile.position).toBe(2);
    expect(await titles()).toEqual(["Tile 1", "Tile 2", "Tile 0"]);
  });

  test("can change in other fields in the same request", async () => {
    const [, b] = await fill(2);
    await anna.call("PATCH", `${PATH}/${b?.id}`, { position: 0, title: "First" });
    expect(await titles()).toEqual(["First", "Tile 0"]);
  });

  test("is rejected for an invalid position", async () => {
    const [a] = await fill(2);
    for (const position of [-1, 1.5, "0", null, 100_001]) {
      expect((await anna.call("PATCH", `${PATH}/${a?.id}`, { position })).status).toBe(400);
    }
    expect(await titles()).toEqual(["Tile 0", "Tile 1"]);
  });

  test("does not move if another field of the change is invalid", async () => {
    const [, b] = await fill(2);
    expect((await anna.call("PATCH", `${PATH}/${b?.id}`, { position: 0, title: "" })).status).toBe(400);
    expect(await titles()).toEqual(["Tile 0", "Tile 1"]);
  });

  test("does not affect other creators' pages", async () => {
    const berta = await site.signUp();
    await addTile(berta, { title: "Hers" });
    const [, b] = await fill(2);
    await anna.call("PATCH", `${PATH}/${b?.id}`, { position: 0 });
    expect(await titles(berta)).toEqual(["Hers"]);
    expect(await positions(berta)).toEqual([0]);
  });
});

test("keeps the order after a deletion, with a new tile as the last", async () => {
  const [, b] = await fill(3);
  await anna.call("DELETE", `${PATH}/${b?.id}`);
  await addTile(anna, { title: "New" });
  expect(await titles()).toEqual(["Tile 0", "Tile 2", "New"]);
});

test("uses every position once after concurrent moves on two nodes", async () => {
  const tiles = await fill(5);
  const responses = await concurrently(20, (index) => {
    const path = `${PATH}/${tiles[index % 5]?.id}`;
    return (index % 2 ? site : other).call(
      "PATCH",
      path,
      { position: (index * 7) % 5 },
      { cookie: anna.cookie },
    );
  });
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  expect(await positions()).toEqual([0, 1, 2, 3, 4]);
  expect((await titles()).sort()).toEqual(["Tile 0", "Tile 1", "Tile 2", "Tile 3", "Tile 4"]);
});
