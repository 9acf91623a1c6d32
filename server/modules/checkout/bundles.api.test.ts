import { expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import {
  ADDRESS,
  addFile,
  addProduct,
  addTile,
  fieldRejection,
  modelOf,
  readOrder,
  rejection,
  startCheckout,
} from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { verified: true, plan: "creator" });

const linesOf = (id: number) => site.sql`select * from order_lines where order_id = ${id} order by position`;

/** A bundle for 20.00 € of a file of 10.00 €, a poster of 15.00 € and a mug of 5.00 €, and a tile that sells it. */
async function offerBundle({ stock = null as number | null, more = {} } = {}) {
  const path = await addFile(site, anna, "The songs.");
  const album = await addProduct(anna, {
    name: "Album",
    type: "digital",
    priceCents: 1000,
    digitalFilePath: path,
  });
  const poster = await addProduct(anna, { name: "Poster", priceCents: 1500, shippingCents: 490, stock });
  const mug = await addProduct(anna, { name: "Mug", priceCents: 500, shippingCents: 390 });
  const bundle = await addProduct(anna, {
    ...{ name: "Everything", type: "bundle", priceCents: 2000 },
    ...{ bundleItems: [album.id, poster.id, mug.id], ...more },
  });
  const tile = await addTile(anna, { type: "product", title: "Everything", productId: bundle.id });
  return { album, poster, mug, bundle, tile };
}

const pay = (token: string, body: object = {}) =>
  site.call("POST", `/api/public/checkout/${token}/pay`, { email: "buyer@example.org", ...body });
const show = (token: string, query = "") => site.call("GET", `/api/public/checkout/${token}${query}`);
const change = (id: number, body: object) => anna.call("PATCH", `/api/products/${id}`, body);

async function orderOf(token: string) {
  const [row] = await site.sql`select * from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  return { ...row, id: Number(row.id) };
}

test("sells the parts of a bundle as lines that add up to its price, with one shipping", async () => {
  const { album, poster, mug, bundle, tile } = await offerBundle();
  const token = await startCheckout(site, tile.id);
  expect((await show(token)).body.order).toMatchObject({
    product: { name: "Everything", type: "bundle" },
    price: { item_cents: 2000, shipping_cents: 490, total_cents: 2490 },
    needs: { address: true },
  });
  expect((await pay(token, { totalCents: 2490, address: ADDRESS })).status).toBe(200);
  const order = await orderOf(token);
  expect(order).toMatchObject({ status: "paid", item_cents: 2000, shipping_cents: 490, amount_cents: 2490 });
  expect(await linesOf(order.id)).toMatchObject([
    { product_id: album.id, bundle_id: bundle.id, bundle_name: "Everything", name: "Album", item_cents: 667 },
    { product_id: poster.id, name: "Poster", type: "physical", item_cents: 1000, shipping_cents: 245 },
    { product_id: mug.id, name: "Mug", item_cents: 333, shipping_cents: 245 },
  ]);
  expect((await readOrder(site, site.tokens.order(order.seed))).product.name).toBe("Everything");
  const { orders } = (await anna.call("GET", `/api/orders?search=poster`)).body;
  expect(orders[0]).toMatchObject({ id: order.id, product: { name: "Everything", type: "bundle" } });
});

test("counts a sale for the bundle, and not again for its parts", async () => {
  const { album, bundle, tile } = await offerBundle();
  await pay(await startCheckout(site, tile.id));
  const { products } = (await anna.call("GET", "/api/products")).body;
  const salesOf = (id: number) => products.find((product: { id: number }) => product.id === id).sales;
  expect(salesOf(bundle.id)).toEqual([{ currency: "eur", mock: true, sold: 1, revenue_cents: 2490 }]);
  expect(salesOf(album.id)).toEqual([]);
});

test("applies a code for a part only to that part, and a code for the bundle to all parts", async () => {
  const { poster, bundle, tile } = await offerBundle();
  const codeFor = (code: string, id: number) =>
    anna.call("POST", "/api/discounts", { code, percentOff: 50, productIds: [id] });
  await codeFor("POSTER", poster.id);
  await codeFor("BUNDLE", bundle.id);
  const token = await startCheckout(site, tile.id);
  const priceWith = async (code: string) => (await show(token, `?code=${code}`)).body.order.price;
  expect(await priceWith("POSTER")).toMatchObject({ discount_cents: 500, total_cents: 1990 });
  expect(await priceWith("BUNDLE")).toMatchObject({ discount_cents: 1000, total_cents: 1490 });
  await pay(token, { code: "POSTER" });
  const lines = await linesOf((await orderOf(token)).id);
  expect(lines.map((line) => line.discount_cents)).toEqual([0, 500, 0]);
});

test.for([
  ["inactive", { active: false }],
  ["sold out", { stock: 0 }],
  ["in another currency", { currency: "usd" }],
] as const)("does not sell a bundle with a part that is %s, and names it", async ([, patch]) => {
  const { poster, bundle, tile } = await offerBundle({ stock: 1 });
  const token = await startCheckout(site, tile.id);
  await change(poster.id, patch);
  expect((await show(token)).body).toMatchObject({
    unavailable: "not_for_sale",
    unavailable_part: "Poster",
  });
  const paid = await pay(token);
  expect(paid.status).toBe(409);
  expect(paid.body.error).toContain("“Poster”");
  const started = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
  expect(started.status).toBe(409);
  expect(started.body.error).toContain("“Poster”");
  const page = await site.call("GET", `/@${anna.creator.handle}/${bundle.slug}`);
  expect(modelOf(page.text).product).toMatchObject({
    sold_out: true,
    shipping_cents: 490,
    parts: [
      { name: "Album", for_sale: true },
      { name: "Poster", for_sale: false },
      { name: "Mug", for_sale: true },
    ],
  });
});

test("does not sell a bundle whose part was deleted between start and payment", async () => {
  const { mug, tile } = await offerBundle();
  const token = await startCheckout(site, tile.id);
  await anna.call("DELETE", `/api/products/${mug.id}`);
  expect(await pay(token)).toMatchObject(rejection(409, "checkout.not_for_sale"));
  await site.sql`delete from products where id = ${mug.id}`;
  expect(await pay(token)).toMatchObject(rejection(409, "checkout.not_for_sale"));
  expect(await orderOf(token)).toMatchObject({ status: "pending", paid_at: null });
});

test("sells the last unit to one of two bundles", async () => {
  const { album, poster, tile } = await offerBundle({ stock: 1 });
  const other = await addProduct(anna, {
    ...{ name: "Two", type: "bundle", priceCents: 1800, bundleItems: [poster.id, album.id] },
  });
  const otherTile = await addTile(anna, { type: "product", title: "Two", productId: other.id });
  const tokens = [await startCheckout(site, tile.id), await startCheckout(site, otherTile.id)];
  const results = await concurrently(2, (i) => pay(tokens[i] ?? ""));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(results.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "checkout.sold_out",
    error: "“Poster” is sold out, so this bundle is not for sale. Nothing was charged.",
  });
  const [{ stock }] = await site.sql`select stock from products where id = ${poster.id}`;
  expect(stock).toBe(0);
});

test("locks the stock of the parts by product and not by line when it comes back", async () => {
  const { poster, mug } = await offerBundle({ stock: 3 });
  await change(mug.id, { stock: 3 });
  const bundle = await addProduct(anna, {
    ...{ name: "Goods", type: "bundle", priceCents: 1800, bundleItems: [mug.id, poster.id] },
  });
  const token = await startCheckout(
    site,
    (await addTile(anna, { type: "product", title: "Goods", productId: bundle.id })).id,
  );
  expect((await pay(token)).status).toBe(200);
  const { id } = await orderOf(token);
  const other = await beginTransaction(site);
  await other.sql`select from products where id = ${poster.id} for update`;
  const request = { requestId: crypto.randomUUID(), reason: "requested" };
  const refund = anna.call("POST", `/api/orders/${id}/refund`, request);
  await untilWaiting(site);
  // Free, because the refund locks the poster first.
  await other.sql`select from products where id = ${mug.id} for update nowait`;
  await other.commit();
  expect((await refund).status).toBe(201);
  const stocks = await site.sql`select stock from products where id in (${poster.id}, ${mug.id})`;
  expect(stocks.map(({ stock }: { stock: number }) => stock)).toEqual([3, 3]);
});

test("returns 409 once when the parts have changed, and then sells the new ones", async () => {
  const { album, mug, bundle, tile } = await offerBundle();
  await site.sql`update creators set payment_provider = 'none' where id = ${anna.creator.id}`;
  const token = await startCheckout(site, tile.id);
  await site.sql`update orders set provider = 'free', mode = 'live' where checkout_token_hash = ${site.tokens.hash(token)}`;
  await change(bundle.id, { bundleItems: [mug.id, album.id] });
  const body = { totalCents: 2390, address: ADDRESS };
  expect(await pay(token, body)).toMatchObject(rejection(409, "checkout.changed"));
  expect((await pay(token, body)).status).toBe(200);
  const { id } = await orderOf(token);
  expect(await linesOf(id)).toMatchObject([
    { name: "Mug", item_cents: 667, shipping_cents: 390 },
    { name: "Album", item_cents: 1333, shipping_cents: 0 },
  ]);
});

const BUNDLE = { name: "Set", type: "bundle", priceCents: 100 };
const CHOOSE = "Choose 1 to 30 products for the bundle, each once.";

test("rejects an empty bundle, too many parts, and parts that are not the creator's files or goods", async () => {
  const { album, bundle } = await offerBundle();
  const create = (bundleItems: unknown, more = {}) =>
    anna.call("POST", "/api/products", { ...BUNDLE, bundleItems, ...more });
  for (const items of [[], [album.id, album.id], Array.from({ length: 31 }, (_, at) => at + 1), ["a"]])
    expect(await create(items)).toMatchObject(fieldRejection("bundleItems", CHOOSE));
  const other = await site.signUp();
  const foreign = await addProduct(other);
  expect(await create([foreign.id])).toMatchObject(
    fieldRejection("bundleItems", "Choose products of yours for the bundle.", "products.bundle_not_own"),
  );
  const isNoPart = (name: string) =>
    fieldRejection(
      "bundleItems",
      `“${name}” can't be in the bundle. Choose active files, goods and services in the bundle's currency.`,
      "products.not_for_bundle",
    );
  expect(await create([bundle.id])).toMatchObject(isNoPart("Everything"));
  expect(await change(bundle.id, { bundleItems: [bundle.id] })).toMatchObject(isNoPart("Everything"));
  expect(await create([album.id], { currency: "usd" })).toMatchObject(isNoPart("Album"));
});

test("saves other fields of a bundle whose part is no longer for sale", async () => {
  const { bundle, poster } = await offerBundle();
  await change(poster.id, { active: false });
  expect((await change(bundle.id, { name: "Nearly everything" })).body.product.name).toBe(
    "Nearly everything",
  );
});
