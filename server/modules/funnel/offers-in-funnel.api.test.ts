import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CreatorOrderDetail } from "../../../contract/api/orders.ts";
import type { Product } from "../../../contract/api/products.ts";
import { ADDRESS, addFile, addProduct, addTile, upgrade } from "../../testing/factories.ts";
import { completeAtSandbox, saveSeller, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

/** An album, a poster and a bundle of a book, at a seller on the sandbox. */
const shop = prepareEach(async () => {
  const anna = await signUpSeller(site);
  await upgrade(site, anna);
  await saveSeller(anna);
  const file = async (text: string) => ({
    type: "digital",
    digitalFilePath: await addFile(site, anna, text),
  });
  const album = await addProduct(anna, { name: "Album", priceCents: 1000, ...(await file("The songs.")) });
  const poster = await addProduct(anna, { name: "Poster", priceCents: 1500, shippingCents: 490 });
  const book = await addProduct(anna, { name: "Book", priceCents: 700, ...(await file("The words.")) });
  const bundle = await addProduct(anna, {
    ...{ name: "Set", type: "bundle", priceCents: 2000, bundleItems: [album.id, book.id] },
  });
  return { anna, album, poster, book, bundle };
});

/** Sells a product at the sandbox, with or without its second offer. */
async function sell(product: Product, { offer }: { offer: boolean }): Promise<CreatorOrderDetail> {
  const tile = await addTile(shop.anna, { type: "product", title: product.name, productId: product.id });
  const token = await startPaid(site, tile.id);
  const { price } = (await site.call("GET", `/api/public/checkout/${token}?offer=${offer}`)).body.order;
  const { body, text } = await site.call("POST", `/api/public/checkout/${token}/pay`, {
    ...{ email: "buyer@example.org", offer, totalCents: price.total_cents, consent: true, address: ADDRESS },
  });
  expect(body.returnUrl, text).toBeTruthy();
  await completeAtSandbox(site, body.returnUrl, "pay");
  const [{ id }] =
    await site.sql`select id from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  return (await shop.anna.call("GET", `/api/orders/${id}`)).body.order;
}
const setOffer = (product: Product, offered: Product, offerPriceCents: number) =>
  shop.anna.call("PATCH", `/api/products/${product.id}`, { offerProductId: offered.id, offerPriceCents });
const refund = (order: CreatorOrderDetail, lines: object[]) =>
  shop.anna.call("POST", `/api/orders/${order.id}/refund`, {
    ...{ requestId: randomUUID(), reason: "requested", lines },
  });
const funnel = async (query = "") =>
  (await shop.anna.call("GET", `/api/analytics/funnel?money=test${query}`)).body;

test("counts taken offers apart from the sales that include them, also once they are refunded alone", async () => {
  await setOffer(shop.album, shop.poster, 800);
  await sell(shop.album, { offer: false });
  expect((await funnel()).offers).toEqual([]);
  const order = await sell(shop.album, { offer: true });
  const taken = { currency: "eur", taken: 1, revenue_cents: 1290, returned_cents: 0 };
  expect(await funnel()).toMatchObject({
    totals: { paid: 2, money: [{ revenue_cents: 3290, returned_cents: 0 }] },
    offers: [taken],
  });
  const [album, poster] = order.lines;
  expect((await refund(order, [{ id: poster?.id }])).status).toBe(201);
  expect(await funnel()).toMatchObject({
    totals: { paid: 2, money: [{ revenue_cents: 3290, returned_cents: 1290 }] },
    offers: [{ ...taken, returned_cents: 1290 }],
  });
  expect((await refund(order, [{ id: album?.id, amountCents: 100 }])).status).toBe(201);
  expect(await funnel()).toMatchObject({
    totals: { money: [{ returned_cents: 1390 }] },
    offers: [{ ...taken, returned_cents: 1290 }],
  });
  expect((await funnel("&tile=none")).offers).toEqual([]);
});

test("counts the bundle that is offered besides another one, and no part of what was bought", async () => {
  const other = await addProduct(shop.anna, {
    ...{ name: "Set", type: "bundle", priceCents: 3000, bundleItems: [shop.poster.id] },
  });
  await setOffer(shop.bundle, other, 1100);
  await sell(shop.bundle, { offer: false });
  expect((await funnel()).offers).toEqual([]);
  await sell(shop.bundle, { offer: true });
  expect((await funnel()).offers).toMatchObject([{ taken: 1, revenue_cents: 1590 }]);
});
