import { describe, expect, test } from "vitest";
import { addFile, addProduct, addTile, inputErrors, offer } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site);
const berta = testUser(site);

const PATH = "/api/products";
const rowOf = async (id: number) => (await site.sql`select * from products where id = ${id}`)[0];
const create = (given: Record<string, unknown>) => anna.call("POST", PATH, { name: "Bowl", ...given });

test("creates a digital, active product for 1000 cents in euro by default", async () => {
  const response = await anna.call("POST", PATH, { name: " Notes " });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    product: {
      id: expect.any(Number),
      name: "Notes",
      slug: "notes",
      description: null,
      price_cents: 1000,
      currency: "eur",
      min_price_cents: null,
      type: "digital",
      bundle_items: [],
      offer_product_id: null,
      offer_price_cents: null,
      offer_text: null,
      stock: null,
      shipping_cents: 0,
      shipping_abroad_cents: null,
      digital_file_path: null,
      files: [],
      media_url: null,
      media_alt: null,
      media_focus: { x: 50, y: 50 },
      more_images: [],
      buyer_message: null,
      buyer_link_label: null,
      buyer_link_url: null,
      active: true,
    },
  });
});

test("lists only the creator's own products, newest first", async () => {
  const carla = await site.signUp();
  await addProduct(anna);
  const first = await addProduct(carla, { name: "First" });
  const second = await addProduct(carla, { name: "Second" });
  const response = await carla.call("GET", PATH);
  expect(response).toMatchObject({ status: 200, body: { products: [second, first] } });
  expect(response.body.products).toHaveLength(2);
  expect(response.headers["cache-control"]).toBe("no-store");
});

describe("a price", () => {
  test.for([
    ["0", 0],
    ["12.4", 12],
    ["12.5", 13],
    ["1e309", 0],
    ["null", 0],
    ["-0", 0],
    ["99999999", 99_999_999],
  ] as const)("is stored for %s as %s cents", async ([given, kept]) => {
    const body = `{"name":"Bowl","priceCents":${given}}`;
    const response = await anna.call("POST", PATH, body, { "content-type": "application/json" });
    expect(response.status).toBe(201);
    expect(response.text).toContain(`"price_cents":${kept},`);
    expect((await rowOf(response.body.product.id)).price_cents).toBe(kept);
  });

  const NO_PRICE = "Price must be a number of 0 or more.";
  const TOO_HIGH = "Price must be at most 999,999.99.";
  test.for([
    ...["-1", '"abc"', '"12"', "true", "[]", "{}"].map((given) => [given, NO_PRICE] as const),
    ...["2147483648", "100000000"].map((given) => [given, TOO_HIGH] as const),
  ])("is rejected for %s", async ([given, error]) => {
    const body = `{"name":"Bowl","priceCents":${given}}`;
    const response = await anna.call("POST", PATH, body, { "content-type": "application/json" });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(
      inputErrors({ priceCents: [error === TOO_HIGH ? "fields.too_high" : "fields.amount", error] }),
    );
  });
});

test("requires a name", async () => {
  for (const name of [undefined, "", "  "]) {
    const response = await anna.call("POST", PATH, { name });
    expect(response.status).toBe(400);
    expect(response.text).toBe(
      JSON.stringify(inputErrors({ name: ["fields.required", "Name is required."] })),
    );
  }
});

test("requires a currency that can be charged", async () => {
  const { body } = await create({ currency: "GBP" });
  expect(body.product.currency).toBe("gbp");
  const renamed = await anna.call("PATCH", `${PATH}/${body.product.id}`, { name: "Cup" });
  expect(renamed.body.product).toMatchObject({ name: "Cup", currency: "gbp" });
  const yen = await anna.call("PATCH", `${PATH}/${body.product.id}`, { currency: "jpy" });
  expect(yen.status).toBe(400);
  expect(yen.body.details.fieldErrors.currency[0]).toMatch(
    /^JPY is not supported\. Choose one of EUR, USD, /,
  );
});

test("applies the limits of the other fields", async () => {
  for (const given of [
    { name: "n".repeat(201) },
    { description: "d".repeat(5001) },
    { type: "ticket" },
    { active: "yes" },
    { digitalFilePath: 7 },
  ]) {
    expect((await create(given)).status, JSON.stringify(given).slice(0, 40)).toBe(400);
  }
});

test("ignores fields that the server sets", async () => {
  const { body } = await create({
    id: 999_999,
    creatorId: berta.creator.id,
    creator_id: berta.creator.id,
    feeBps: 0,
    price_cents: 1,
    media_url: "https://evil.example/x.png",
    fileId: "x",
  });
  expect(body.product).toMatchObject({ currency: "eur", price_cents: 1000, media_url: null });
  expect(body.product.id).not.toBe(999_999);
  expect((await rowOf(body.product.id)).creator_id).toBe(anna.creator.id);
});

describe("the file of a product", () => {
  test("must be an upload of the same creator", async () => {
    const path = await addFile(site, anna, "notes");
    expect((await create({ digitalFilePath: path })).body.product.digital_file_path).toBe(path);
  });

  test("cannot be another creator's upload or a path of the machine", async () => {
    const bertas = await addFile(site, berta, "hers");
    for (const digitalFilePath of [
      bertas,
      "../../etc/passwd",
      "/etc/passwd",
      "file:///etc/passwd",
      "http://evil.example/x",
      "..%2f..%2fetc%2fpasswd",
      "digital",
      ".",
      `${bertas}/`,
      "a".repeat(32),
    ]) {
      expect(await create({ digitalFilePath }), digitalFilePath).toMatchObject({
        status: 400,
        body: {
          error: "Upload the file again.",
          code: "products.file_not_usable",
          details: { fieldErrors: { digitalFilePath: ["Upload the file again."] } },
        },
      });
    }
    expect((await create({ digitalFilePath: `${bertas}\u0000` })).status).toBe(400);
  });

  test("is removed when the product is no longer digital", async () => {
    const path = await addFile(site, anna, "notes");
    const product = await addProduct(anna, { type: "digital", digitalFilePath: path });
    const response = await anna.call("PATCH", `${PATH}/${product.id}`, { type: "physical" });
    expect(response.body.product).toMatchObject({ type: "physical", digital_file_path: null, files: [] });
  });

  test("stays if a change omits it, and is removed by null", async () => {
    const path = await addFile(site, anna, "notes");
    const product = await addProduct(anna, { type: "digital", digitalFilePath: path });
    const change = async (patch: unknown) =>
      (await anna.call("PATCH", `${PATH}/${product.id}`, patch)).body.product.digital_file_path;
    expect(await change({ name: "Renamed" })).toBe(path);
    expect(await change({ digitalFilePath: null })).toBeNull();
  });
});

describe("the image of a product", () => {
  const image = "https://images.example/bowl.webp";

  test("is optional, and shown on tiles without their own", async () => {
    const { status, body } = await create({ mediaUrl: image });
    expect({ status, image: body.product.media_url }).toEqual({ status: 201, image });
    const tile = await addTile(anna, { type: "product", productId: body.product.id });
    expect(tile).toMatchObject({ image_url: null, product: { media_url: image } });
    expect((await anna.call("DELETE", `/api/tiles/${tile.id}`)).status).toBe(204);
  });

  test("stays if a change omits it, and is removed by null", async () => {
    const { id } = await addProduct(anna, { mediaUrl: image });
    const change = async (patch: unknown) =>
      (await anna.call("PATCH", `${PATH}/${id}`, patch)).body.product.media_url;
    expect(await change({ name: "Renamed" })).toBe(image);
    expect(await change({ mediaUrl: null })).toBeNull();
    expect(await change({ mediaUrl: image })).toBe(image);
    expect(await change({ mediaUrl: "" })).toBeNull();
  });

  test("is stored without the site's own URL, so that it survives a change of PUBLIC_URL", async () => {
    const path = `/uploads/${"a".repeat(32)}/960.webp`;
    const { media_url, id } = await addProduct(anna, { mediaUrl: `${PUBLIC_URL}${path}` });
    expect(media_url).toBe(`${PUBLIC_URL}${path}`);
    expect((await rowOf(id)).media_url).toBe(path);
  });

  test("must be an http or https URL", async () => {
    expect(await create({ mediaUrl: "javascript:alert(1)" })).toMatchObject({
      status: 400,
      body: {
        details: {
          fieldErrors: { mediaUrl: ["Image must be a valid URL (include http:// or https://)."] },
        },
      },
    });
  });
});

test("keeps fields that a change omits", async () => {
  const product = await addProduct(anna, { description: "Blue." });
  const response = await anna.call("PATCH", `${PATH}/${product.id}`, { priceCents: 12.5, active: false });
  expect(response).toMatchObject({
    status: 200,
    body: { product: { ...product, price_cents: 13, active: false } },
  });
  expect((await anna.call("PATCH", `${PATH}/${product.id}`, {})).body.product).toEqual(response.body.product);
});

test("validates a change like a new product", async () => {
  const product = await addProduct(anna);
  for (const patch of [{ name: "" }, { priceCents: -1 }, { type: "x" }, { digitalFilePath: 1 }]) {
    expect((await anna.call("PATCH", `${PATH}/${product.id}`, patch)).status).toBe(400);
  }
  expect((await anna.call("GET", PATH)).body.products).toContainEqual({ ...product, sales: [] });
});

test("returns 404 for another creator's product and does not change it", async () => {
  const product = await addProduct(berta);
  const before = await rowOf(product.id);
  for (const method of ["PATCH", "DELETE"] as const) {
    const payload = method === "PATCH" ? { name: "Stolen", priceCents: 1 } : undefined;
    const foreign = await anna.call(method, `${PATH}/${product.id}`, payload);
    const unknown = await anna.call(method, `${PATH}/999999999`, payload);
    expect(foreign).toMatchObject({ status: 404, body: { error: "Product not found.", code: "not_found" } });
    expect(foreign.text).toBe(unknown.text);
  }
  expect(await rowOf(product.id)).toEqual(before);
});

test("removes a deleted product with its tiles, and still serves the page", async () => {
  const { product, tile: selling } = await offer(anna);
  const tipping = await addTile(anna, { type: "tip", productId: product.id });
  const link = await addTile(anna);
  expect(await anna.call("DELETE", `${PATH}/${product.id}`)).toMatchObject({ status: 204, text: "" });
  expect((await anna.call("DELETE", `${PATH}/${product.id}`)).status).toBe(404);
  const ids = (await anna.call("GET", "/api/tiles")).body.tiles.map((tile: { id: number }) => tile.id);
  expect(ids).toContain(link.id);
  expect(ids).not.toContain(selling.id);
  expect(ids).not.toContain(tipping.id);
  expect((await site.call("GET", `/@${anna.handle}`)).status).toBe(200);
});

test("moves up the tiles after the tiles of a deleted product", async () => {
  const berta = await site.signUp();
  const { product } = await offer(berta);
  await addTile(berta, { title: "Shop" });
  await berta.call("DELETE", `${PATH}/${product.id}`);
  const { tiles } = (await berta.call("GET", "/api/tiles")).body;
  expect(tiles).toMatchObject([{ title: "Shop", position: 0 }]);
});
