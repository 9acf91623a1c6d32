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

test("a saved tile is returned and is the last of the page", async () => {
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
      description: "Everything.",
      image_url: "https://pictures.example/shop.png",
      image_alt: null,
      image_focus: { x: 50, y: 50 },
      url: "https://shop.example/",
      product_id: null,
      button_label: null,
      consent_text: null,
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

test("a tile that sells has the product's name and price", async () => {
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

test("all errors of a tile are reported at once, title first", async () => {
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

test("the limits of the other fields apply", async () => {
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

test("an image of this site is unaffected by a change of PUBLIC_URL", async () => {
  const path = `/uploads/${"a".repeat(32)}/960.webp`;
  const tile = await addTile(anna, { imageUrl: PUBLIC_URL + path });
  expect(tile.image_url).toBe(PUBLIC_URL + path);
  expect((await rowOf(tile.id)).image_url).toBe(path);
});

test("the server never requests a URL that a creator saves", async () => {
  const asked: string[] = [];
  const { createServer } = await import("node:http");
  const canary = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  const url = `${(await listen(canary)).url}/canary`;
  await addTile(anna, { url, imageUrl: url });
  await anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: "A", avatarUrl: url });
  await site.call("GET", `/@${anna.handle}`);
  await new Promise((resolve) => canary.close(resolve));
  expect(asked).toEqual([]);
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

test("a change keeps the fields that it does not name", async () => {
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

test("a change is checked like a new tile", async () => {
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

test("another creator's product and an unknown one cannot be sold", async () => {
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

test("a product that is deleted during the creation of its tile is rejected like an unknown one", async () => {
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

test("another creator's tile returns 404 like an unknown one, and does not change", async () => {
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

test("a deleted tile is removed, and a second deletion returns 404", async () => {
  const tile = await addTile(anna);
  expect(await anna.call("DELETE", `${PATH}/${tile.id}`)).toMatchObject({ status: 204, text: "" });
  expect(await anna.call("DELETE", `${PATH}/${tile.id}`)).toMatchObject(
    rejection(404, "not_found", "Tile not found."),
  );
  expect((await anna.call("GET", PATH)).body.tiles).toEqual([]);
});

test("the tiles after a deleted one move up, so that each position is the place on the page", async () => {
  const [first, ...others] = [await addTile(anna), await addTile(anna), await addTile(anna)];
  await anna.call("DELETE", `${PATH}/${first?.id}`);
  const { body } = await anna.call("GET", PATH);
  expect(body.tiles.map((tile: { id: number; position: number }) => [tile.id, tile.position])).toEqual(
    others.map(({ id }, index) => [id, index]),
  );
});

test("an invalid id is rejected", async () => {
  for (const id of ["0", "-1", "1.5", "1e309", "9223372036854775808", "abc", "%20"]) {
    const response = await anna.call("DELETE", `${PATH}/${id}`);
    expect(response.status, id).toBe(400);
    expect(Object.keys(response.body.details.fieldErrors), id).toEqual(["id"]);
  }
});
