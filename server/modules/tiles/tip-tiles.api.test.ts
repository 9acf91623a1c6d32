import { describe, expect, test } from "vitest";
import { addProduct, addTile, buy, type TestUser } from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const user = prepareEach(() => site.signUp());
const anna = prepare(() => site.signUp());

const TIP = { type: "tip", title: "A coffee", url: undefined };
const refused = (fieldErrors: object) => ({ status: 400, body: { details: { fieldErrors } } });

test("creates a product with the name of a tip tile that has an amount", async () => {
  const tile = await addTile(user, { ...TIP, tipCents: 300, tipCurrency: "CHF" });
  expect(tile).toMatchObject({
    type: "tip",
    product: { name: "A coffee", type: "tip", price_cents: 300, currency: "chf" },
  });
  const { products } = (await user.call("GET", "/api/products")).body;
  expect(products).toMatchObject([{ id: tile.product_id, name: "A coffee", type: "tip" }]);

  const changed = await user.call("PATCH", `/api/tiles/${tile.id}`, {
    ...{ title: "A tea", tipCents: 500, tipCurrency: "eur" },
  });
  expect(changed.body.tile).toMatchObject({
    title: "A tea",
    product_id: tile.product_id,
    product: { name: "A tea", price_cents: 500, currency: "eur" },
  });
  // A name given in the console's product list stays.
  await user.call("PATCH", `/api/products/${tile.product_id}`, { name: "Support" });
  expect((await user.call("PATCH", `/api/tiles/${tile.id}`, { title: "A cake" })).body.tile).toMatchObject({
    title: "A cake",
    product: { name: "Support", price_cents: 500 },
  });
});

test("rejects a tip tile without product and amount, or with an invalid amount, at its field", async () => {
  const add = (given: object) => anna.call("POST", "/api/tiles", { ...TIP, ...given });
  expect(await add({})).toMatchObject(refused({ productId: ["Please select a product."] }));
  const range = refused({ tipCents: ["Enter an amount from €0.50 to €1,000.00."] });
  for (const tipCents of [0, 0.4, -5, 49, 100_001, 1e300])
    expect(await add({ tipCents })).toMatchObject(range);
  expect(await add({ tipCents: "5" })).toMatchObject(
    refused({ tipCents: ["Amount must be a number of 0 or more."] }),
  );
  expect(await add({ tipCents: 500, tipCurrency: "jpy" })).toMatchObject({ status: 400 });
  const bowl = await addProduct(anna);
  expect(await add({ tipCents: 500, productId: bowl.id })).toMatchObject(
    refused({ tipCents: ["This product has a price of its own. Change it under Products."] }),
  );
  expect((await anna.call("GET", "/api/products")).body.products).toHaveLength(1);
  expect((await addTile(anna, { tipCents: 500 })).product_id).toBeNull();
});

test("creates neither the tile nor its product on a full page", async () => {
  for (let count = 0; count < 5; count++) await addTile(user);
  expect(await user.call("POST", "/api/tiles", { ...TIP, tipCents: 500 })).toMatchObject({ status: 403 });
  expect((await user.call("GET", "/api/products")).body.products).toEqual([]);
});

test("previews an unsaved tip", async () => {
  const content = { ...TIP, tipCents: 700 };
  const preview = await anna.call("POST", "/api/appearance/preview", {
    ...{ tile: { id: null, content }, scheme: "light" },
  });
  expect(preview.status).toBe(200);
  expect(preview.body.html).toContain('"price_cents":700');
});

describe("the product that a tip tile created", () => {
  const TIP_TILE = { ...TIP, tipCents: 300 };
  const productsOf = async (user: TestUser) => (await user.call("GET", "/api/products")).body.products;
  const tilesOf = async (user: TestUser) =>
    (await user.call("GET", "/api/tiles")).body.tiles.map(({ title }: { title: string }) => title);
  const remove = async (user: TestUser, kind: "tiles" | "products", id: number) =>
    expect((await user.call("DELETE", `/api/${kind}/${id}`)).status).toBe(204);
  const restore = (user: TestUser, kind: "tiles" | "products", id: number) =>
    user.call("POST", `/api/${kind}/${id}/restore`);

  test.each(["tiles", "products"] as const)(
    "is deleted with the tile, and both are restored by %s",
    async (kind) => {
      const tile = await addTile(user, TIP_TILE);
      const onPage = async () => (await site.call("GET", `/@${user.creator.handle}`)).text;
      await remove(user, "tiles", tile.id);
      expect(await productsOf(user)).toEqual([]);
      expect(await onPage()).not.toContain("A coffee");
      expect((await user.call("GET", "/api/products/deleted")).body.items).toHaveLength(1);
      const restored = await restore(user, kind, kind === "tiles" ? tile.id : Number(tile.product_id));
      expect(restored.status).toBe(200);
      expect(await tilesOf(user)).toEqual(["A coffee"]);
      expect(await productsOf(user)).toMatchObject([{ id: tile.product_id, active: true }]);
      expect(await onPage()).toContain("A coffee");
    },
  );

  test("stays while another tile offers it, and is deleted with the last one, even by a selection", async () => {
    const tile = await addTile(user, TIP_TILE);
    const other = await addTile(user, { ...TIP, title: "A tea", productId: tile.product_id });
    await remove(user, "tiles", tile.id);
    expect(await productsOf(user)).toHaveLength(1);
    await restore(user, "tiles", tile.id);
    const change = (action: string) =>
      user.call("POST", "/api/tiles/selection", { ids: [tile.id, other.id], action });
    expect((await change("delete")).status).toBe(204);
    expect(await productsOf(user)).toEqual([]);
    expect((await change("restore")).status).toBe(204);
    expect(await tilesOf(user)).toEqual(["A coffee", "A tea"]);
    expect(await productsOf(user)).toHaveLength(1);
  });

  test("is restored with one of two tiles that were deleted at different times", async () => {
    const tile = await addTile(user, TIP_TILE);
    const other = await addTile(user, { ...TIP, title: "A tea", productId: tile.product_id });
    await remove(user, "tiles", tile.id);
    await remove(user, "tiles", other.id);
    expect((await restore(user, "tiles", tile.id)).status).toBe(200);
    expect(await tilesOf(user)).toEqual(["A coffee"]);
    expect(await productsOf(user)).toHaveLength(1);
    expect((await restore(user, "tiles", other.id)).status).toBe(200);
  });

  test("excludes products created or retyped in the product list, and other creators' products", async () => {
    const own = await addProduct(user, { name: "A coffee", type: "tip", priceCents: 300 });
    await remove(user, "tiles", (await addTile(user, { ...TIP, productId: own.id })).id);
    expect(await productsOf(user)).toMatchObject([{ id: own.id }]);
    const changed = await addTile(user, { ...TIP_TILE, title: "A recipe" });
    await user.call("PATCH", `/api/products/${changed.product_id}`, { type: "digital" });
    await remove(user, "tiles", changed.id);
    const made = await addTile(user, TIP_TILE);
    const berta = await site.signUp();
    expect((await berta.call("DELETE", `/api/tiles/${made.id}`)).status).toBe(404);
    const foreign = { ids: [made.id], action: "delete" };
    await berta.call("POST", "/api/tiles/selection", foreign);
    expect(await productsOf(user)).toHaveLength(3);
  });

  test("stays in its orders, and is deleted once by two concurrent requests", async () => {
    const tile = await addTile(user, TIP_TILE);
    await buy(site, tile.id);
    const [first, second] = await Promise.all([
      user.call("DELETE", `/api/tiles/${tile.id}`),
      user.call("DELETE", `/api/products/${tile.product_id}`),
    ]);
    expect([first.status, second.status].sort()).toEqual([204, 404]);
    const { orders } = (await user.call("GET", "/api/orders")).body;
    expect(orders).toMatchObject([{ product: { name: "A coffee" } }]);
  });
});
