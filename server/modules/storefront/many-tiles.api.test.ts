import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Tile } from "../../../contract/api/tiles.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { LONG_PAGE_LIMIT } from "../../../contract/rules/limits.ts";
import { addTile, modelOf, offer, type TestUser, upgrade } from "../../testing/factories.ts";
import { type Statement, watchStatements } from "../../testing/statements.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

let anna: TestUser;
let statements: Statement[];
const site = testSite();
beforeAll(async () => {
  statements = watchStatements(site.db);
  anna = await site.signUp({ handle: "anna", displayName: "Anna" });
  await fill(anna, 130);
});

/** Adds tiles of the maximum size with different texts. */
async function fill(user: TestUser, count: number, at = site) {
  await at.sql`insert into tiles (creator_id, type, title, description, image_url, url, position)
     select ${user.creator.id}, 'content', 'Tile ' || n, n || repeat(' words', 800), 'https://images.example/' || repeat('x', 2000),
       'https://tiles.example/' || repeat('y', 1000) || n, n
     from generate_series(0, ${count}::int - 1) n`;
  await upgrade(at, user);
}

const get = (path: string, headers?: Record<string, string>) => site.call("GET", path, undefined, headers);
const viewOf = async (path: string) => {
  const { tiles, from, total, openTileId } = modelOf((await get(path)).text);
  return { titles: tiles.map((tile: Tile) => tile.title), from, total, openTileId };
};
const titles = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => `Tile ${start + index}`);
const allTiles = async (): Promise<Tile[]> => (await get("/api/public/creator/anna")).body.tiles;

describe("a page of 130 tiles", () => {
  test("starts with 60 and continues at the next multiple of 60", async () => {
    expect(await viewOf("/@anna")).toEqual({ titles: titles(0, 60), from: 0, total: 130, openTileId: null });
    expect(await viewOf("/@anna?from=60")).toMatchObject({ titles: titles(60, 120), from: 60 });
    expect(await viewOf("/@anna?from=120")).toMatchObject({ titles: titles(120, 130), from: 120 });
  });

  test("returns its first part, with the same ETag, for any other offset", async () => {
    const start = await get("/@anna");
    for (const from of [
      "0",
      "1",
      "61",
      "180",
      "-60",
      "60.0",
      "6e1",
      "abc",
      "",
      "999999999999",
      "60&from=60",
    ]) {
      expect((await get(`/@anna?from=${from}`)).headers.etag, from).toBe(start.headers.etag);
    }
  });

  test("opens with a tile of a later part", async () => {
    const tile = (await allTiles())[125];
    expect(await viewOf(`/@anna?tile=${tile?.id}`)).toEqual({
      titles: titles(120, 130),
      from: 120,
      total: 130,
      openTileId: tile?.id,
    });
    expect(await viewOf(`/@anna?tile=${tile?.id}&from=60`)).toMatchObject({ from: 120 });
  });

  test("has parts of the same size for its owner", async () => {
    const own = modelOf((await anna.call("GET", "/@anna?from=120")).text);
    expect(own).toMatchObject({ isOwner: true, from: 120, total: 130 });
    expect(own.tiles).toHaveLength(10);
  });

  test("shortens long descriptions, except the open tile's", async () => {
    const { tiles } = modelOf((await get("/@anna")).text);
    const whole = `0${" words".repeat(800)}`;
    expect(tiles[0]).toMatchObject({
      description: `${whole.slice(0, 300).trimEnd()}…`,
      descriptionCut: true,
    });
    const open = modelOf((await get(`/@anna?tile=${tiles[0].id}`)).text).tiles as PageTile[];
    expect(open[0]?.description).toBe(whole);
    expect(open[0]).not.toHaveProperty("descriptionCut");
    expect(open[1]?.descriptionCut).toBe(true);
  });

  test("keeps every part within 6 KB of data per large tile", async () => {
    expect((await get("/@anna")).text.length).toBeLessThan(60 * 6_000);
  });

  test("is returned whole by the API, and cached until something changes", async () => {
    const first = await get("/api/public/creator/ANNA");
    expect(first.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    });
    expect(first.body.creator).toMatchObject({ handle: "anna", display_name: "Anna" });
    expect(first.body.tiles.map((tile: Tile) => tile.title)).toEqual(titles(0, 130));
    expect(first.body.tiles).toEqual((await anna.call("GET", "/api/tiles")).body.tiles);
    const renamed = await anna.call("PATCH", `/api/tiles/${first.body.tiles[129].id}`, { title: "Renamed" });
    expect(renamed.body).toMatchObject({ tile: { title: "Renamed" } });
    expect((await allTiles())[129]?.title).toBe("Renamed");
    await anna.call("PATCH", `/api/tiles/${first.body.tiles[129].id}`, { title: "Tile 129" });
  });

  test("loses its last part when the part's tiles are deleted", async () => {
    const tiles = await allTiles();
    const berta = await site.signUp({ handle: "berta" });
    await fill(berta, 61);
    expect(await viewOf("/@berta?from=60")).toMatchObject({ titles: ["Tile 60"], from: 60, total: 61 });
    const last = (await berta.call("GET", "/api/tiles")).body.tiles[60];
    await berta.call("DELETE", `/api/tiles/${last.id}`);
    expect(await viewOf("/@berta?from=60")).toMatchObject({ titles: titles(0, 60), from: 0, total: 60 });
    expect(tiles).toHaveLength(130);
  });
});

test("returns a long page compressed from the API, and reads it once until it changes", async () => {
  const greta = await site.signUp({ handle: "greta" });
  await fill(greta, 130);
  const filledAt = performance.now();
  await expect.poll(site.pageInvalidations.appliedUntil).toBeGreaterThan(filledAt);
  const plain = await get("/api/public/creator/greta");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  statements.length = 0;
  const gzip = await get("/api/public/creator/greta", { "accept-encoding": "br, gzip" });
  expect(gzip.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 10);
  expect((await get("/api/public/creator/greta", { "accept-encoding": "gzip;q=0" })).text).toBe(plain.text);
  expect(statements.map(({ name }) => name)).toEqual([]);
  expect(await site.call("HEAD", "/api/public/creator/greta")).toMatchObject({ status: 200, text: "" });
});

test("limits one client's reads of whole long pages per minute", async () => {
  const limited = await openSite({ limits: "database", settings: { rateLimits: true } });
  const frida = await limited.signUp({ handle: "frida" });
  const short = await limited.signUp({ handle: "short" });
  await fill(frida, 61, limited);
  const statusOf = async (handle: string) =>
    (await limited.call("GET", `/api/public/creator/${handle}`)).status;
  for (let index = 0; index < LONG_PAGE_LIMIT.points; index++) expect(await statusOf("frida")).toBe(200);
  expect(await statusOf("frida")).toBe(429);
  expect(await statusOf(short.handle)).toBe(200);
  expect((await limited.call("GET", "/@frida")).status).toBe(200);
});

test("compresses the API's response of up to 60 tiles if that saves much", async () => {
  const emma = await site.signUp();
  const path = `/api/public/creator/${emma.handle}`;
  const accepting = { "accept-encoding": "gzip" };
  expect((await get(path, accepting)).headers["content-encoding"]).toBeUndefined();
  await fill(emma, 60);
  const gzip = await get(path, accepting);
  const plain = await get(path);
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect(plain.body.tiles).toHaveLength(60);
  expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 10);
});

test("keeps a description of exactly 300 characters, counted as code points", async () => {
  const carla = await site.signUp();
  const short = "🌷".repeat(300);
  await addTile(carla, { type: "content", description: short });
  await addTile(carla, { type: "content", description: `${short}🌷` });
  const { tiles } = modelOf((await get(`/@${carla.handle}`)).text);
  expect(tiles[0]).toMatchObject({ description: short });
  expect(tiles[0]).not.toHaveProperty("descriptionCut");
  expect(tiles[1]).toMatchObject({ description: `${short}…`, descriptionCut: true });
});

test("counts tiles of inactive products in no part", async () => {
  const dora = await site.signUp();
  const { product } = await offer(dora, {}, { title: "Hidden" });
  await fill(dora, 60);
  await dora.call("PATCH", `/api/products/${product.id}`, { active: false });
  const page = await viewOf(`/@${dora.handle}?from=60`);
  expect(page).toMatchObject({ titles: titles(0, 60), from: 0, total: 60 });
});
