import { expect, test } from "vitest";
import { addProduct, addTile } from "../../testing/factories.ts";
import { prepare, testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepare(() => site.signUp());

const TIP = { type: "tip", title: "A coffee", url: undefined };
const refused = (fieldErrors: object) => ({ status: 400, body: { details: { fieldErrors } } });

test("a tip tile that says its amount needs no product made elsewhere: it gets one that is named like it", async () => {
  const user = await site.signUp();
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
  // A name that was given under Products stays.
  await user.call("PATCH", `/api/products/${tile.product_id}`, { name: "Support" });
  const renamed = await user.call("PATCH", `/api/tiles/${tile.id}`, { title: "A cake" });
  expect(renamed.body.tile).toMatchObject({
    title: "A cake",
    product: { name: "Support", price_cents: 500 },
  });
});

test("a tip tile without product and amount, or with an amount that cannot be offered, is refused at its field", async () => {
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
  const { body } = await anna.call("GET", "/api/products");
  expect(body.products).toHaveLength(1);
  const link = await addTile(anna, { tipCents: 500 });
  expect(link.product_id).toBeNull();
});

test("a page that is full gets neither the tile nor its product", async () => {
  const user = await site.signUp();
  for (let count = 0; count < 5; count++) await addTile(user);
  expect(await user.call("POST", "/api/tiles", { ...TIP, tipCents: 500 })).toMatchObject({ status: 403 });
  expect((await user.call("GET", "/api/products")).body.products).toEqual([]);
});

test("the preview shows a tip that is not saved yet", async () => {
  const content = { ...TIP, tipCents: 700 };
  const preview = await anna.call("POST", "/api/appearance/preview", {
    ...{ tile: { id: null, content }, scheme: "light" },
  });
  expect(preview.status).toBe(200);
  expect(preview.body.html).toContain('"price_cents":700');
});
