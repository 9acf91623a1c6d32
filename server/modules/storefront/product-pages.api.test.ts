import { expect, test } from "vitest";
import { addProduct, addTile, modelOf, offerFile, submitForm } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna", displayName: "Anna" });
const berta = testUser(site, { handle: "berta" });

const open = (path: string) => site.call("GET", path, undefined, { accept: "text/html" });
const change = (id: number, changes: object) => anna.call("PATCH", `/api/products/${id}`, changes);
const pageOf = async (path: string) => modelOf((await open(path)).text);

test("describes a product and leads to its checkout", async () => {
  const { product, tile } = await offerFile(site, anna);
  await change(product.id, { description: "**Six** glazes", minPriceCents: 500 });
  const { status, text, headers } = await open("/@anna/notes");
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  expect(modelOf(text)).toEqual({
    page: "product",
    creator: expect.objectContaining({ handle: "anna" }),
    product: {
      id: product.id,
      slug: "notes",
      name: "Notes",
      description: "**Six** glazes",
      type: "digital",
      price_cents: 2500,
      currency: "eur",
      min_price_cents: 500,
      shipping_cents: 0,
      sold_out: false,
      parts: [],
      images: [],
      file: { kind: "PDF", size: 10 },
    },
    tileId: tile.id,
    previewVersion: expect.any(String),
  });
  const known = await site.call("GET", "/@anna/notes", undefined, { "if-none-match": String(headers.etag) });
  expect(known.status).toBe(304);
  // Handle and slug match in any letter case. The canonical URL has the creator's spelling.
  expect((await open("/@ANNA/Notes")).status).toBe(200);
});

test("shows changes of the product immediately", async () => {
  const { id } = await addProduct(anna, { name: "Jug", priceCents: 2000 });
  expect((await pageOf("/@anna/jug")).product.price_cents).toBe(2000);
  await change(id, { priceCents: 2100, stock: 0 });
  expect((await pageOf("/@anna/jug")).product).toMatchObject({ price_cents: 2100, sold_out: true });
  await anna.call("POST", "/api/creators/me", { handle: "anna", displayName: "Anna Bell" });
  expect((await pageOf("/@anna/jug")).creator.display_name).toBe("Anna Bell");
  const tile = await addTile(anna, { type: "product", productId: id });
  expect((await pageOf("/@anna/jug")).tileId).toBe(tile.id);
});

test("sells a product without a tile", async () => {
  const { id } = await addProduct(anna, { name: "Secret print" });
  expect((await pageOf("/@anna/secret-print")).tileId).toBeNull();
  const started = await site.call("POST", "/api/public/checkout", { productId: id });
  expect(started.status).toBe(201);
  const token = started.body.mockCheckoutUrl.split("/").at(-1);
  expect((await submitForm(site, "/checkout/start", { productId: String(id) })).status).toBe(303);
  expect((await site.call("POST", `/api/public/checkout/${token}/pay`, {})).status).toBe(200);
});

test("rejects the payment of a checkout whose product has become inactive", async () => {
  const { id } = await addProduct(anna, { name: "Poster" });
  const started = await site.call("POST", "/api/public/checkout", { productId: id });
  const token = started.body.mockCheckoutUrl.split("/").at(-1);
  await change(id, { active: false });
  expect((await site.call("POST", `/api/public/checkout/${token}/pay`, {})).status).toBe(409);
});

test("shows no page for inactive products, tips and products of hidden tiles", async () => {
  const inactive = await addProduct(anna, { name: "Draft", active: false });
  const tip = await addProduct(anna, { name: "Clay fund", type: "tip" });
  const off = await addProduct(anna, { name: "Off the page" });
  const tile = await addTile(anna, { type: "product", productId: off.id, active: false });
  for (const path of ["/@anna/draft", "/@anna/clay-fund", "/@anna/off-the-page", "/@anna/nothing"]) {
    const { status, text, headers } = await open(path);
    expect(status, path).toBe(404);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(modelOf(text)).toEqual({ page: "product-missing" });
  }
  for (const { id } of [inactive, tip, off])
    expect((await site.call("POST", "/api/public/checkout", { productId: id })).status).toBe(409);
  await anna.call("PATCH", `/api/tiles/${tile.id}`, { active: true });
  expect((await open("/@anna/off-the-page")).status).toBe(200);
});

test("shows no page while the product's tile is not live", async () => {
  const { id } = await addProduct(anna, { name: "Friday print" });
  await addTile(anna, { type: "product", productId: id, startsAt: "2099-01-01T00:00" });
  expect((await open("/@anna/friday-print")).status).toBe(404);
  expect((await site.call("POST", "/api/public/checkout", { productId: id })).status).toBe(409);
});

test("redirects from a former link, and returns 410 for a deleted product", async () => {
  const { id } = await addProduct(anna, { name: "Teapot" });
  await change(id, { slug: "tea-pot" });
  const moved = await open("/@anna/teapot?code=SPRING");
  expect(moved).toMatchObject({ status: 301, headers: { location: "/@anna/tea-pot?code=SPRING" } });
  await anna.call("DELETE", `/api/products/${id}`);
  for (const path of ["/@anna/tea-pot", "/@anna/teapot"]) {
    const gone = await open(path);
    expect([path, gone.status]).toEqual([path, 410]);
  }
});

test("allows the same slug for two creators, and redirects from a former handle", async () => {
  await addProduct(anna, { name: "Same", priceCents: 100 });
  await addProduct(berta, { name: "Same", priceCents: 900 });
  expect((await pageOf("/@anna/same")).product.price_cents).toBe(100);
  expect((await pageOf("/@berta/same")).product.price_cents).toBe(900);
  await berta.call("POST", "/api/creators/me", { handle: "bertha", displayName: "Bertha" });
  const moved = await open("/@berta/same");
  expect([moved.status, moved.headers.location]).toEqual([302, "/@bertha/same"]);
  expect((await open("/@bertha/same")).status).toBe(200);
});

test("returns 404 for invalid paths", async () => {
  for (const path of [
    "/@nobody/x",
    "/@anna/%00",
    "/@anna/..%2f..",
    "/@x/y",
    "/@anna/a%20b",
    `/@anna/${"a".repeat(900)}`,
  ])
    expect((await open(path)).status, path).toBe(404);
  expect((await open("/@anna/notes/")).headers.location).toBe("/@anna/notes");
});

test("rejects a checkout without an existing tile or product", async () => {
  for (const body of [{}, { tileId: 1, productId: 1 }, { productId: "1" }, { productId: -1 }])
    expect((await site.call("POST", "/api/public/checkout", body)).status, JSON.stringify(body)).toBe(400);
  expect((await site.call("POST", "/api/public/checkout", { productId: 999999 })).status).toBe(404);
});

test("shows a page for a name in any script", async () => {
  const { slug } = await addProduct(anna, { name: "كوب \u202E</script>" });
  expect((await pageOf(`/@anna/${encodeURIComponent(slug)}`)).product.slug).toBe(slug);
});

test("changes the URL of its preview image with its content", async () => {
  const { id } = await addProduct(anna, { name: "Big bowl", description: "Holds **a lot**." });
  const { previewVersion } = await pageOf("/@anna/big-bowl");
  const image = await open(`/@anna/big-bowl/preview.jpg?v=${previewVersion}`);
  expect([image.status, image.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(image.headers["cache-control"]).toContain("immutable");
  await change(id, { priceCents: 9900 });
  expect((await pageOf("/@anna/big-bowl")).previewVersion).not.toBe(previewVersion);
  expect((await open(`/@anna/big-bowl/preview.jpg?v=${previewVersion}`)).headers["cache-control"]).toBe(
    "public, max-age=300",
  );
  for (const path of ["/@anna/draft/preview.jpg", "/@anna/none/preview.jpg", "/@nobody/x/preview.jpg"])
    expect((await open(path)).status, path).toBe(404);
});
