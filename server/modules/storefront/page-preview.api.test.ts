import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { addProduct, addTile, modelOf, rejection, type TestUser, upgrade } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const LINK = { type: "link", title: "My shop", url: "https://shop.example.org/" };
const render = (body: object, user: TestUser = anna) =>
  user.call("POST", "/api/appearance/preview", { scheme: "light", ...body });
const tilesIn = async (body: object) => {
  const response = await render(body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const { tiles, total } = modelOf(response.body.html);
  expect(total).toBe(tiles.length);
  return tiles as { id: number; title: string; size: string }[];
};
const titlesIn = async (body: object) => (await tilesIn(body)).map(({ title }) => title);

describe("the preview of a page with an unsaved tile", () => {
  test("shows a changed tile at its position and a new tile at the end, and saves neither", async () => {
    const [, second] = [await addTile(anna, { title: "One" }), await addTile(anna, { title: "Two" })];
    await addTile(anna, { title: "Three" });
    expect(await titlesIn({})).toEqual(["One", "Two", "Three"]);
    const changed = { id: second.id, content: { ...LINK, title: "Changed" } };
    expect(await titlesIn({ tile: changed })).toEqual(["One", "Changed", "Three"]);
    expect(await titlesIn({ tile: { id: null, content: LINK } })).toEqual(["One", "Two", "Three", "My shop"]);
    expect(await titlesIn({ tile: { id: second.id, content: { ...LINK, hidden: true } } })).toEqual([
      "One",
      "Three",
    ]);
    expect(await titlesIn({})).toEqual(["One", "Two", "Three"]);
  });

  test("is compressed for browsers if that saves much", async () => {
    await upgrade(site, anna);
    await site.sql`insert into tiles (creator_id, type, title, url, position)
      select ${anna.creator.id}, 'link', 'Tile ' || n, 'https://example.org/', n from generate_series(0, 59) n`;
    const call = (headers = {}) => anna.call("POST", "/api/appearance/preview", { scheme: "light" }, headers);
    const packed = await call({ "accept-encoding": "gzip, br" });
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    const plain = await call();
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
  });

  test("shows the first tile of an empty page", async () => {
    expect(await titlesIn({ tile: { id: null, content: LINK } })).toEqual(["My shop"]);
  });

  test("shows an unhidden tile between its neighbours", async () => {
    await addTile(anna, { title: "One" });
    const hidden = await addTile(anna, { title: "Two", hidden: true });
    await addTile(anna, { title: "Three" });
    expect(await titlesIn({})).toEqual(["One", "Three"]);
    expect(await titlesIn({ tile: { id: hidden.id, content: LINK } })).toEqual(["One", "My shop", "Three"]);
  });

  test("shows a tile at the end of a page of many parts, on its part", async () => {
    await upgrade(site, anna);
    await site.sql`insert into tiles (creator_id, type, title, url, position)
      select ${anna.creator.id}, 'link', 'Tile ' || n, 'https://example.org/', n from generate_series(0, 119) n`;
    const response = await render({ tile: { id: null, content: LINK } });
    const { tiles, from, total } = modelOf(response.body.html);
    expect(tiles.at(-1).title).toBe("My shop");
    expect(total).toBe(121);
    expect(from + tiles.length).toBe(121);
  });

  test("applies the schedule at another time, in the creator's time zone", async () => {
    await addTile(anna, { title: "Later", startsAt: "2031-05-01T10:00" });
    const tile = { id: null, content: { ...LINK, endsAt: "2031-05-01T10:00" } };
    expect(await titlesIn({ tile })).toEqual(["My shop"]);
    expect(await titlesIn({ tile, at: "2031-05-01T09:59" })).toEqual(["My shop"]);
    expect(await titlesIn({ tile, at: "2031-05-01T10:00" })).toEqual(["Later"]);
  });

  test("shows a tile's product, and omits tiles of inactive products", async () => {
    const product = await addProduct(anna, { name: "Bowl", priceCents: 2500 });
    const content = { type: "product", title: "A bowl", productId: product.id };
    const [tile] = await tilesIn({ tile: { id: null, content } });
    expect(tile).toMatchObject({ title: "A bowl", product: { name: "Bowl", price_cents: 2500 } });
    await anna.call("PATCH", `/api/products/${product.id}`, { active: false });
    expect(await titlesIn({ tile: { id: null, content } })).toEqual([]);
  });

  test("ignores tile sizes outside the creator's plan", async () => {
    const tile = { id: null, content: { ...LINK, size: "wide" } };
    expect(await tilesIn({ tile })).toMatchObject([{ size: "normal" }]);
    await upgrade(site, anna);
    expect(await tilesIn({ tile })).toMatchObject([{ size: "wide" }]);
  });

  test("rejects the same input as saving does, and never shows another creator's content", async () => {
    const other = await site.signUp();
    const product = await addProduct(other, { name: "Not yours" });
    const foreign = { id: null, content: { type: "product", title: "Theirs", productId: product.id } };
    expect(await render({ tile: foreign })).toMatchObject(rejection(400, "tiles.product_not_own"));
    expect(
      await render({ tile: { id: null, content: { ...LINK, url: "javascript:alert(1)" } } }),
    ).toMatchObject({ status: 400 });
    expect(await render({ at: "yesterday" })).toMatchObject({ status: 400 });
    expect(await render({ tile: { id: -1, content: LINK } })).toMatchObject({ status: 400 });

    const theirs = await addTile(other, { title: "Their tile" });
    // Another creator's tile is unknown here, so its content would become a new tile.
    expect(await titlesIn({ tile: { id: theirs.id, content: LINK } })).toEqual(["My shop"]);
    expect((await site.call("POST", "/api/appearance/preview", { scheme: "light" })).status).toBe(401);
  });
});
