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
  startCheckout,
} from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true, plan: "creator" });

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
const fileOf = async (text: string) => ({
  type: "digital",
  digitalFilePath: await addFile(site, anna, text),
});

/** A lesson of 20.00 € whose checkout offers a bundle of an album and a poster for 12.00 €. */
async function offerSet({ stock = null as number | null, sold = {} } = {}) {
  const album = await addProduct(anna, { name: "Album", priceCents: 1000, ...(await fileOf("The songs.")) });
  const poster = await addProduct(anna, { name: "Poster", priceCents: 500, shippingCents: 490, stock });
  const bundle = await addProduct(anna, {
    ...{ name: "Set", type: "bundle", priceCents: 1400, bundleItems: [album.id, poster.id] },
  });
  const lesson = await addProduct(anna, {
    ...{ name: "Lesson", type: "service", priceCents: 2000, ...sold },
    ...{ offerProductId: bundle.id, offerPriceCents: 1200, offerText: "To practise with." },
  });
  const tile = await addTile(anna, { type: "product", title: "Lesson", productId: lesson.id });
  return { album, poster, bundle, lesson, tile };
}

test("offers a bundle with the names of its products, and sells each as a line at the bundle's offered price", async () => {
  const { album, poster, bundle, lesson, tile } = await offerSet({ stock: 3 });
  const token = await startCheckout(site, tile.id);
  expect(await show(token)).toMatchObject({
    offer: { name: "Set", parts: ["Album", "Poster"], price_cents: 1200, taken: false },
    price: { total_cents: 2000 },
    needs: { address: false },
  });
  const total = { item_cents: 3200, shipping_cents: 490, total_cents: 3690 };
  expect(await show(token, "?offer=true")).toMatchObject({ price: total, needs: { address: true } });
  expect((await pay(token, { offer: true, totalCents: 3690, address: ADDRESS })).status).toBe(200);
  const order = await orderOf(token);
  expect(await linesOf(order.id)).toMatchObject([
    { product_id: lesson.id, bundle_id: null, amount_cents: 2000 },
    { product_id: album.id, bundle_id: bundle.id, bundle_name: "Set", item_cents: 800, amount_cents: 800 },
    { product_id: poster.id, bundle_id: bundle.id, item_cents: 400, shipping_cents: 490, amount_cents: 890 },
  ]);
  const { products } = (await anna.call("GET", "/api/products")).body;
  const listed = (id: number) => products.find((product: { id: number }) => product.id === id);
  expect(listed(poster.id)).toMatchObject({ stock: 2, sales: [] });
  expect(listed(bundle.id).sales).toMatchObject([{ sold: 1 }]);
  const shown = await readOrder(site, site.tokens.order(order.seed));
  expect(shown.product.name).toBe("Lesson, Set");
  const [, file] = shown.lines;
  expect((await site.call("GET", file?.access.files[0]?.url ?? "")).text).toBe("The songs.");
});

test("offers a bundle in the checkout of another bundle of the same name", async () => {
  const book = await addProduct(anna, { name: "Book", priceCents: 900, ...(await fileOf("The words.")) });
  const set = { name: "Set", type: "bundle", bundleItems: [book.id] };
  const { lesson, tile } = await offerSet({ sold: set });
  const token = await startCheckout(site, tile.id);
  expect((await pay(token, { offer: true, totalCents: 3690, address: ADDRESS })).status).toBe(200);
  const { id } = await orderOf(token);
  expect((await linesOf(id)).map(({ name, item_cents }) => [name, item_cents])).toEqual([
    ["Book", 2000],
    ["Album", 800],
    ["Poster", 400],
  ]);
  const { products } = (await anna.call("GET", "/api/products")).body;
  const sold = products.find((product: { id: number }) => product.id === lesson.id);
  expect(sold.sales).toMatchObject([{ sold: 1, revenue_cents: 2000 }]);
});

test.each([
  ["a part of it is sold out", { stock: 0 }],
  ["a part of it is inactive", { active: false }],
  ["a part of it has another currency", { currency: "usd" }],
])("hides an offered bundle while %s, and charges nothing if it was ticked", async (_, changes) => {
  const { poster, tile } = await offerSet({ stock: 3 });
  const token = await startCheckout(site, tile.id);
  await change(poster.id, changes);
  expect((await show(token, "?offer=true")).offer).toBeNull();
  expect(await pay(token, { offer: true, totalCents: 3690, address: ADDRESS })).toMatchObject({
    status: 409,
    body: { code: "checkout.changed", details: { totalCents: 2000 } },
  });
  expect((await orderOf(token)).paid_at).toBeNull();
  expect((await pay(token, { totalCents: 2000 })).status).toBe(200);
});

test("hides an offered bundle that has come to contain what is bought", async () => {
  const { album, bundle, lesson, tile } = await offerSet();
  const token = await startCheckout(site, tile.id);
  await change(bundle.id, { bundleItems: [album.id, lesson.id] });
  expect((await show(token)).offer).toBeNull();
  // Nor does that prevent other changes.
  expect((await change(lesson.id, { name: "Hour" })).status).toBe(200);
});

test("sells the last unit of an offered bundle to one of two buyers at once, and charges the other nothing", async () => {
  const { poster, tile } = await offerSet({ stock: 1 });
  const tokens = [await startCheckout(site, tile.id), await startCheckout(site, tile.id)];
  const answers = await concurrently(2, (at) =>
    pay(tokens[at] ?? "", { offer: true, totalCents: 3690, address: ADDRESS }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rejected = answers.find(({ status }) => status === 409);
  expect(rejected?.body).toMatchObject({ code: "checkout.changed", details: { totalCents: 2000 } });
  expect(await site.sql`select stock from products where id = ${poster.id}`).toEqual([{ stock: 0 }]);
});

test("takes and drops an offered bundle without scripts", async () => {
  const { tile } = await offerSet();
  const token = await startCheckout(site, tile.id);
  const browser = openBrowser(site);
  const path = `/checkout/mock/${token}`;
  const taken = await browser.submit(path, { action: "update", offer: "on" });
  expect(modelOf(taken.text).order).toMatchObject({ offer: { taken: true }, price: { total_cents: 3690 } });
  const dropped = await browser.submit(path, { action: "update" });
  expect(modelOf(dropped.text).order).toMatchObject({
    offer: { taken: false },
    price: { total_cents: 2000 },
  });
  const paid = await browser.submit(path, { action: "pay", offer: "on", totalCents: "3690", ...ADDRESS });
  expect(paid.status).toBe(303);
  expect(await linesOf((await orderOf(token)).id)).toHaveLength(3);
});
