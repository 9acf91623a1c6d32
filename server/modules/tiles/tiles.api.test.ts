import { describe, expect, test } from "vitest";
import {
  addProduct,
  addTile,
  fieldRejection,
  inputErrors,
  offer,
  rejection,
} from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { listen } from "../../testing/listen.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { deleteDuring } from "../../testing/transactions.ts";

const site = testSite();
const berta = testUser(site);
const anna = prepareEach(() => site.signUp());

const PATH = "/api/tiles";
const rowOf = async (id: number) => (await site.sql`select * from tiles where id = ${id}`)[0];
const create = (tile: Record<string, unknown>) => anna.call("POST", PATH, tile);
const link = { type: "link", title: "Shop", url: "https://shop.example/" };

test("saves a tile as the last one of the page and returns it", async () => {
  const first = await addTile(anna);
  const response = await create({
    type: "link",
    title: " Shop ",
    description: " Everything. ",
    imageUrl: "https://pictures.example/shop.png",
    url: "HTTPS://Shop.example",
  });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    tile: {
      id: expect.any(Number),
      type: "link",
      title: "Shop",
      title_shown: true,
      description: "Everything.",
      image_url: "https://pictures.example/shop.png",
      image_alt: null,
      image_focus: { x: 50, y: 50 },
      images: [],
      url: "https://shop.example/",
      product_id: null,
      button_label: null,
      consent_text: null,
      goal: null,
      contact: null,
      event: null,
      active: true,
      hidden: false,
      size: "normal",
      starts_at: null,
      ends_at: null,
      state: "live",
      position: 1,
      product: null,
    },
  });
  const list = await anna.call("GET", PATH);
  expect(list).toMatchObject({ status: 200, body: { tiles: [first, response.body.tile] } });
  expect(list.headers["cache-control"]).toBe("no-store");
});

test("shows the name and price of the product that a tile sells", async () => {
  const product = await addProduct(anna, { name: "Bowl", priceCents: 2500 });
  for (const type of ["product", "tip"]) {
    expect(await addTile(anna, { type, productId: product.id })).toMatchObject({
      type,
      url: null,
      product_id: product.id,
      product: {
        name: "Bowl",
        price_cents: 2500,
        min_price_cents: null,
        currency: "eur",
        media_url: null,
        sold_out: false,
      },
    });
  }
});

test("reports all errors of a tile at once, title first", async () => {
  const response = await create({ type: "link", title: " ", imageUrl: "x", url: "" });
  expect(response.status).toBe(400);
  expect(response.text).toBe(
    JSON.stringify(
      inputErrors({
        title: ["fields.required", "Title is required."],
        imageUrl: ["fields.url", "Image must be a valid URL (include http:// or https://)."],
        url: ["tiles.url_required", "Please provide a destination URL."],
      }),
    ),
  );
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([]);
});

test("applies the limits of the other fields", async () => {
  for (const given of [
    { title: "t".repeat(201) },
    { title: 7 },
    { title: undefined },
    { description: "d".repeat(5001) },
    { type: "video" },
    { type: undefined },
    { active: "no" },
    { url: "shop.example" },
    { url: `https://a.example/${"a".repeat(2048)}` },
  ]) {
    expect((await create({ ...link, ...given })).status, JSON.stringify(given).slice(0, 40)).toBe(400);
  }
});

test("keeps an image of this site valid when PUBLIC_URL changes", async () => {
  const path = `/uploads/${"a".repeat(32)}/960.webp`;
  const tile = await addTile(anna, { imageUrl: PUBLIC_URL + path });
  expect(tile.image_url).toBe(PUBLIC_URL + path);
  expect((await rowOf(tile.id)).image_url).toBe(path);
});

test("never requests a URL that a creator saves", async () => {
  const requested: string[] = [];
  const { createServer } = await import("node:http");
  const canary = createServer((request, response) => {
    requested.push(request.url ?? "");
    response.end();
  });
  const url = `${(await listen(canary)).url}/canary`;
  await addTile(anna, { url, imageUrl: url });
  await anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: "A", avatarUrl: url });
  await site.call("GET", `/@${anna.handle}`);
  await new Promise((resolve) => canary.close(resolve));
  expect(requested).toEqual([]);
});

describe("a tile changed to another type", () => {
  test("loses its URL when it becomes a product tile", async () => {
    const product = await addProduct(anna);
    const tile = await addTile(anna);
    const response = await anna.call("PATCH", `${PATH}/${tile.id}`, {
      type: "product",
      productId: product.id,
      url: "https://kept.example",
    });
    expect(response).toMatchObject({ status: 200, body: { tile: { url: null, product_id: product.id } } });
    expect(await rowOf(tile.id)).toMatchObject({ url: null, product_id: product.id });
  });

  test("loses its product when it becomes a link", async () => {
    const { product, tile } = await offer(anna);
    const response = await anna.call("PATCH", `${PATH}/${tile.id}`, { ...link, productId: product.id });
    expect(response).toMatchObject({ status: 200, body: { tile: { product_id: null, product: null } } });
    expect(await rowOf(tile.id)).toMatchObject({ url: link.url, product_id: null });
  });

  test("needs the fields of its new type", async () => {
    const tile = await addTile(anna);
    expect(await anna.call("PATCH", `${PATH}/${tile.id}`, { type: "product" })).toMatchObject(
      fieldRejection("productId", "Please select a product."),
    );
    const { tile: sold } = await offer(anna);
    expect(await anna.call("PATCH", `${PATH}/${sold.id}`, { type: "link" })).toMatchObject(
      fieldRejection("url", "Please provide a destination URL."),
    );
    expect((await anna.call("GET", PATH)).body.tiles).toEqual([tile, sold]);
  });
});

test("keeps the fields that a change omits", async () => {
  const tile = await addTile(anna, { description: "Old.", imageUrl: "https://pictures.example/a.png" });
  let expected = { ...tile };
  for (const [patch, change] of [
    [{ title: " New " }, { title: "New" }],
    [{ description: "" }, { description: null }],
    [{ imageUrl: null }, { image_url: null }],
    [{ url: "https://new.example" }, { url: "https://new.example/" }],
    [{ active: false }, { active: false }],
    [{ type: "link_ad" }, { type: "link_ad" }],
    [{}, {}],
    [{ id: 1, creatorId: berta.creator.id, creator_id: berta.creator.id }, {}],
  ] as const) {
    expected = { ...expected, ...change };
    const response = await anna.call("PATCH", `${PATH}/${tile.id}`, patch);
    expect(response).toMatchObject({ status: 200, body: { tile: expected } });
  }
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([expected]);
});

test("checks a change like a new tile", async () => {
  const tile = await addTile(anna);
  for (const [patch, field, message] of [
    [{ title: " " }, "title", "Title is required."],
    [{ title: null }, "title", "Title is required."],
    [{ url: null }, "url", "Please provide a destination URL."],
    [{ url: "x" }, "url", "Destination URL must include http:// or https://"],
    [{ imageUrl: "x" }, "imageUrl", "Image must be a valid URL (include http:// or https://)."],
  ] as const) {
    expect((await anna.call("PATCH", `${PATH}/${tile.id}`, patch)).body.details.fieldErrors).toEqual({
      [field]: [message],
    });
  }
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([tile]);
});

test("rejects another creator's product and an unknown one", async () => {
  const bertas = await addProduct(berta);
  const { tile } = await offer(anna);
  for (const productId of [bertas.id, 999_999_999, -1, 2 ** 53 - 1]) {
    for (const response of [
      await create({ type: "product", title: "Mine", productId }),
      await anna.call("PATCH", `${PATH}/${tile.id}`, { productId }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.body).toEqual(
        inputErrors({ productId: ["tiles.product", "Please select a product."] }, "tiles.product_not_own"),
      );
    }
  }
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([tile]);
});

test("rejects a product that is deleted during the request like an unknown one", async () => {
  const product = await addProduct(anna);
  const tile = await addTile(anna);
  const responses = await deleteDuring(site, product.id, () => [
    create({ type: "product", title: "Mine", productId: product.id }),
    anna.call("PATCH", `${PATH}/${tile.id}`, { type: "product", productId: product.id }),
  ]);
  for (const response of responses) {
    expect(response).toMatchObject(rejection(400, "tiles.product_not_own"));
  }
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([tile]);
});

test("returns 404 for another creator's tile and does not change it", async () => {
  const tile = await addTile(anna);
  const before = await rowOf(tile.id);
  for (const [method, payload] of [
    ["PATCH", { title: "Stolen" }],
    ["PATCH", { position: 0 }],
    ["DELETE", undefined],
  ] as const) {
    const foreign = await berta.call(method, `${PATH}/${tile.id}`, payload);
    const unknown = await berta.call(method, `${PATH}/999999999`, payload);
    expect(foreign).toMatchObject({ status: 404, body: { error: "Tile not found.", code: "not_found" } });
    expect(foreign.text).toBe(unknown.text);
  }
  expect(await rowOf(tile.id)).toEqual(before);
});

test("removes a deleted tile, and returns 404 for a second deletion", async () => {
  const tile = await addTile(anna);
  expect(await anna.call("DELETE", `${PATH}/${tile.id}`)).toMatchObject({ status: 204, text: "" });
  expect(await anna.call("DELETE", `${PATH}/${tile.id}`)).toMatchObject(
    rejection(404, "not_found", "Tile not found."),
  );
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([]);
});

test("moves up the tiles after a deleted one, so that positions stay consecutive", async () => {
  const [first, ...others] = [await addTile(anna), await addTile(anna), await addTile(anna)];
  await anna.call("DELETE", `${PATH}/${first?.id}`);
  const { body } = await anna.call("GET", PATH);
  expect(body.tiles.map((tile: { id: number; position: number }) => [tile.id, tile.position])).toEqual(
    others.map(({ id }, index) => [id, index]),
  );
});

test("rejects an invalid id", async () => {
  for (const id of ["0", "-1", "1.5", "1e309", "9223372036854775808", "abc", "%20"]) {
    const response = await anna.call("DELETE", `${PATH}/${id}`);
    expect(response.status, id).toBe(400);
    expect(Object.keys(response.body.details.fieldErrors), id).toEqual(["id"]);
  }
});
