import { expect, test } from "vitest";
import { ADDRESS, offer } from "../../testing/factories.ts";
import { buyerOf, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const seller = prepare(() => signUpSeller(site));

const { pay, show } = buyerOf(() => site);
const MAX = 99_999_999;
const BOWL = { name: "Bowl", type: "physical", priceCents: MAX };
const create = (given: object) => seller.call("POST", "/api/products", { ...BOWL, ...given });
const change = (id: number, given: object) => seller.call("PATCH", `/api/products/${id}`, given);
const refusal = (field: string) => {
  const error = "Price and shipping together must be at most 999,999.99.";
  const details = { fieldErrors: { [field]: [error] }, formErrors: [] };
  return { status: 400, body: { error, code: "products.total_too_high", details } };
};

test("limits the total of price and shipping to what can be paid", async () => {
  expect(await create({ shippingCents: 1 })).toMatchObject(refusal("shippingCents"));
  expect(await create({ shippingAbroadCents: 1 })).toMatchObject(refusal("shippingAbroadCents"));
  expect((await create({ type: "digital", shippingCents: 1 })).status).toBe(201);
  const { id } = (await create({ priceCents: MAX - 5, shippingCents: 5 })).body.product;
  expect(await change(id, { shippingCents: 6 })).toMatchObject(refusal("shippingCents"));
  expect(await change(id, { priceCents: MAX })).toMatchObject(refusal("shippingCents"));
  expect((await change(id, { priceCents: MAX, shippingCents: 0 })).status).toBe(200);
});

test("explains why a product saved with a larger total cannot be paid, and lets it be changed", async () => {
  const { product, tile } = await offer(seller, BOWL);
  await site.sql`update products set shipping_cents = price_cents where id = ${product.id}`;
  const token = await startPaid(site, tile.id);
  const { total_cents: totalCents } = (await show(token)).order.price;
  expect(await pay(token, { totalCents, address: ADDRESS })).toMatchObject({
    status: 409,
    body: { error: "A card can pay at most €999,999.99." },
  });
  expect((await change(product.id, { active: false })).status).toBe(200);
});
