import { expect, test } from "vitest";
import { openBrowser } from "../../testing/buyers.ts";
import { concurrently } from "../../testing/concurrently.ts";
import {
  ADDRESS,
  addFile,
  addProduct,
  addTile,
  modelOf,
  readOrder,
  rejection,
  startCheckout,
} from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true, plan: "creator" });
const otto = testUser(site, { verified: true });

const linesOf = (id: number) => site.sql`select * from order_lines where order_id = ${id} order by position`;
const pay = (token: string, body: object = {}) =>
  site.call("POST", `/api/public/checkout/${token}/pay`, { email: "buyer@example.org", ...body });
const show = async (token: string, query = "") =>
  (await site.call("GET", `/api/public/checkout/${token}${query}`)).body.order;
const change = (id: number, body: object) => anna.call("PATCH", `/api/products/${id}`, body);
async function orderOf(token: string) {
  const [row] = await site.sql`select * from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  return { ...row, id: Number(row.id) };
}

/** An album of 10.00 € whose checkout offers a poster of 15.00 € for 8.00 €, and a tile that sells it. */
async function offerPoster({ stock = null as number | null, more = {} } = {}) {
  const poster = await addProduct(anna, { name: "Poster", priceCents: 1500, shippingCents: 490, stock });
  const album = await addProduct(anna, {
    ...{ name: "Album", type: "digital", priceCents: 1000 },
    digitalFilePath: await addFile(site, anna, "The songs."),
    ...{ offerProductId: poster.id, offerPriceCents: 800, offerText: "Goes well with it." },
    ...more,
  });
  const tile = await addTile(anna, { type: "product", title: "Album", productId: album.id });
  return { album, poster, tile };
}

test("offers a second product unticked, and shows the price with it", async () => {
  const { tile } = await offerPoster();
  const token = await startCheckout(site, tile.id);
  expect(await show(token)).toMatchObject({
    offer: { name: "Poster", text: "Goes well with it.", price_cents: 800, taken: false },
    price: { item_cents: 1000, total_cents: 1000 },
    needs: { address: false },
    countries: [],
  });
  const taken = await show(token, "?offer=true");
  expect(taken).toMatchObject({
    offer: { taken: true },
    price: { item_cents: 1800, shipping_cents: 490, total_cents: 2290 },
    needs: { address: true },
  });
  expect(taken.countries).not.toEqual([]);
  expect((await linesOf((await orderOf(token)).id)).length).toBe(1);
});

test("sells the taken offer as a second line at the offered price", async () => {
  const { album, poster, tile } = await offerPoster({ stock: 3 });
  const token = await startCheckout(site, tile.id);
  expect((await pay(token, { offer: true, totalCents: 2290, address: ADDRESS })).status).toBe(200);
  const order = await orderOf(token);
  expect(order).toMatchObject({ item_cents: 1800, shipping_cents: 490, amount_cents: 2290 });
  expect(await linesOf(order.id)).toMatchObject([
    { product_id: album.id, item_cents: 1000, shipping_cents: 0, amount_cents: 1000 },
    { product_id: poster.id, item_cents: 800, shipping_cents: 490, amount_cents: 1290 },
  ]);
  const { products } = (await anna.call("GET", "/api/products")).body;
  const listed = (id: number) => products.find((product: { id: number }) => product.id === id);
  expect(listed(poster.id)).toMatchObject({ stock: 2, sales: [{ sold: 1 }] });
  expect(listed(album.id).sales).toMatchObject([{ sold: 1 }]);
  const [row] = await site.sql`select seed from orders where id = ${order.id}`;
  const shown = await readOrder(site, site.tokens.order(row.seed));
  expect([shown.product.name, shown.lines.map(({ name }) => name)]).toEqual([
    "Album, Poster",
    ["Album", "Poster"],
  ]);
});

test("sells only the product without a tick", async () => {
  const { tile } = await offerPoster();
  const token = await startCheckout(site, tile.id);
  expect((await pay(token, { totalCents: 1000 })).status).toBe(200);
  expect(await linesOf((await orderOf(token)).id)).toMatchObject([{ name: "Album", amount_cents: 1000 }]);
});

test("requires the address of offered goods", async () => {
  const { tile } = await offerPoster();
  const token = await startCheckout(site, tile.id);
  expect((await pay(token, { offer: true, totalCents: 2290 })).status).toBe(400);
  expect((await orderOf(token)).paid_at).toBeNull();
});

test.each([
  ["sold out", { stock: 0 }],
  ["inactive", { active: false }],
  ["in another currency", { currency: "usd" }],
])("hides an offer that is %s, and charges nothing if it was ticked", async (_, changes) => {
  const { poster, tile } = await offerPoster({ stock: 3 });
  const token = await startCheckout(site, tile.id);
  await change(poster.id, changes);
  expect((await show(token, "?offer=true")).offer).toBeNull();
  const rejected = await pay(token, { offer: true, totalCents: 2290, address: ADDRESS });
  expect(rejected).toMatchObject({
    status: 409,
    body: { code: "checkout.changed", details: { totalCents: 1000 } },
  });
  expect((await orderOf(token)).paid_at).toBeNull();
  expect((await pay(token, { totalCents: 1000 })).status).toBe(200);
});

test("hides a deleted offer, and rejects another price of a ticked one", async () => {
  const { album, poster, tile } = await offerPoster();
  const token = await startCheckout(site, tile.id);
  await change(album.id, { offerPriceCents: 900 });
  expect(await pay(token, { offer: true, totalCents: 2290, address: ADDRESS })).toMatchObject({
    status: 409,
    body: { code: "checkout.changed", details: { totalCents: 2390 } },
  });
  await anna.call("DELETE", `/api/products/${poster.id}`);
  expect((await show(token)).offer).toBeNull();
});

test("sells the last offered unit to one of two buyers at once, and charges the other nothing", async () => {
  const { poster, tile } = await offerPoster({ stock: 1 });
  const tokens = [await startCheckout(site, tile.id), await startCheckout(site, tile.id)];
  const answers = await concurrently(2, (at) =>
    pay(tokens[at] ?? "", { offer: true, totalCents: 2290, address: ADDRESS }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rejected = answers.find(({ status }) => status === 409);
  expect(rejected?.body).toMatchObject({ code: "checkout.changed", details: { totalCents: 1000 } });
  const [{ stock }] = await site.sql`select stock from products where id = ${poster.id}`;
  expect(stock).toBe(0);
});

test("applies a code of a product only to its own line", async () => {
  const { poster, tile } = await offerPoster();
  await anna.call("POST", "/api/discounts", { code: "POSTER50", percentOff: 50, productIds: [poster.id] });
  const token = await startCheckout(site, tile.id);
  expect((await show(token, "?offer=true&code=POSTER50")).price).toMatchObject({
    discount_cents: 400,
    total_cents: 1890,
  });
  expect((await site.call("GET", `/api/public/checkout/${token}?code=POSTER50`)).status).toBe(400);
});

test("takes and drops the offer without scripts", async () => {
  const { tile } = await offerPoster();
  const token = await startCheckout(site, tile.id);
  const browser = openBrowser(site);
  const path = `/checkout/mock/${token}`;
  const update = await browser.submit(path, { action: "update", offer: "on" });
  expect(modelOf(update.text)).toMatchObject({
    order: { offer: { taken: true }, price: { total_cents: 2290 }, needs: { address: true } },
  });
  // Ticked without an update of the total.
  const unseen = await browser.submit(path, { action: "pay", offer: "on", totalCents: "1000", ...ADDRESS });
  expect([unseen.status, modelOf(unseen.text).formerTotal]).toEqual([409, 1000]);
  const dropped = await browser.submit(path, { action: "update" });
  expect(modelOf(dropped.text)).toMatchObject({ order: { offer: { taken: false } } });
  const paid = await browser.submit(path, { action: "pay", offer: "on", totalCents: "2290", ...ADDRESS });
  expect(paid.status).toBe(303);
  expect((await linesOf((await orderOf(token)).id)).length).toBe(2);
});

test("rejects itself, a tip, a bundle with itself, a part of the bundle, another currency and another creator's product", async () => {
  const { album, poster } = await offerPoster();
  const tip = await addProduct(anna, { name: "Tip", type: "tip", priceCents: 300 });
  const dollars = await addProduct(anna, { name: "Mug", currency: "usd" });
  const bundle = await addProduct(anna, { name: "Set", type: "bundle", bundleItems: [album.id, poster.id] });
  const foreign = await addProduct(otto);
  for (const { id } of [album, tip, dollars, bundle, foreign]) {
    const { status, body } = await change(album.id, { offerProductId: id, offerPriceCents: 100 });
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([400, ["offerProductId"]]);
  }
  const other = await addProduct(anna, { name: "Other set", type: "bundle", bundleItems: [poster.id] });
  for (const { id } of [poster, other])
    expect(await change(bundle.id, { offerProductId: id, offerPriceCents: 100 })).toMatchObject(
      rejection(400, "products.offered_twice"),
    );
  expect(await change(bundle.id, { offerProductId: poster.id })).toMatchObject({
    status: 400,
    body: { details: { fieldErrors: { offerPriceCents: ["Enter the price of the offered product."] } } },
  });
  // Nor does a deleted product prevent other changes.
  await anna.call("DELETE", `/api/products/${poster.id}`);
  const unchanged = { name: "LP", offerProductId: poster.id, offerPriceCents: 800 };
  expect((await change(album.id, unchanged)).status).toBe(200);
  expect((await change(album.id, { offerProductId: null })).body.product.offer_price_cents).toBeNull();
});
