import { expect, test } from "vitest";
import type { TestUser } from "../../testing/factories.ts";
import { inputErrors } from "../../testing/factories.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite({ payments: createPaymentSimulator().payments });
const seller = testUser(site, { verified: true });
const other = testUser(site, { verified: true });

const create = (user: TestUser, given: object) =>
  user.call("POST", "/api/products", { name: "Bowl", ...given });
const change = (user: TestUser, id: number, given: object) =>
  user.call("PATCH", `/api/products/${id}`, given);

test("rejects a price below the provider's minimum if the creator takes real money", async () => {
  const before = (await create(seller, { priceCents: 10 })).body.product;
  expect((await seller.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(200);

  const rejected = await create(seller, { priceCents: 49 });
  expect(rejected.status).toBe(400);
  expect(rejected.body).toEqual(
    inputErrors(
      { priceCents: ["prices.below_minimum", "Card payments start at €0.50."] },
      "products.price_below_minimum",
    ),
  );
  expect((await create(seller, { priceCents: 0 })).status).toBe(201);
  const product = (await create(seller, { priceCents: 50 })).body.product;
  expect((await change(seller, product.id, { priceCents: 1 })).status).toBe(400);
  expect((await change(seller, product.id, { currency: "sek" })).status).toBe(400);

  // Besides a free product, the offer is the whole payment.
  const offering = (cents: number) => ({ offerProductId: product.id, offerPriceCents: cents });
  const minimum = inputErrors(
    { offerPriceCents: ["prices.below_minimum", "Card payments start at €0.50."] },
    "products.price_below_minimum",
  );
  for (const free of [{ priceCents: 0 }, { priceCents: 300, minPriceCents: 0 }])
    expect((await create(seller, { ...free, ...offering(49) })).body).toEqual(minimum);
  const offers = (await create(seller, { priceCents: 0, ...offering(0) })).body.product;
  expect((await change(seller, offers.id, offering(49))).body).toEqual(minimum);
  expect((await change(seller, offers.id, offering(50))).status).toBe(200);
  expect((await create(seller, { priceCents: 300, ...offering(49) })).status).toBe(201);

  // An earlier price may stay until it is changed.
  expect((await change(seller, before.id, { name: "Cup" })).status).toBe(200);
  expect((await create(other, { priceCents: 1 })).status).toBe(201);
});
