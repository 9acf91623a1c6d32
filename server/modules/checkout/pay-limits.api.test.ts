import { expect, test } from "vitest";
import { REAL_PAYMENT_LIMITS } from "../../../contract/rules/limits.ts";
import { stripeSales } from "../../platform/payments/adapters/stripe/stripe-sales.ts";
import { testStripe } from "../../platform/payments/adapters/stripe/stripe-server.test-kit.ts";
import { addProduct, type TestUser } from "../../testing/factories.ts";
import { createMemoryRateLimiter } from "../../testing/memory-rate-limiter.ts";
import { buyerOf, signUpConnected } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { testSite } from "../../testing/test-site.ts";

const stripe = testStripe();
const counted = createMemoryRateLimiter();
const site = testSite(() => ({
  payments: createPaymentSimulator().payments,
  sales: stripeSales({ secretKey: "sk_test_emulated", apiBase: stripe.url }),
  // Resets the limit of an IP and a minute, which would end this test sooner.
  limits: {
    ...counted,
    consume: async (use) => (use.name === "real payments by tile and ip" ? counted.consume(use) : undefined),
  },
}));

async function payFor(seller: TestUser, productId: number, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let payment = 0; payment < times; payment++) {
    const { body } = await seller.call("POST", "/api/public/checkout", { productId });
    const token = body.mockCheckoutUrl.split("/").at(-1);
    statuses.push((await buyerOf(() => site).pay(token, { totalCents: 1000, consent: true })).status);
  }
  return statuses;
}

test("limits one network's payments of a product without affecting other products", async () => {
  const seller = await signUpConnected(site);
  const [one, other] = [
    await addProduct(seller, { type: "digital", priceCents: 1000 }),
    await addProduct(seller, { type: "digital", priceCents: 1000 }),
  ];
  const { points } = REAL_PAYMENT_LIMITS.tile;
  expect(await payFor(seller, one.id, points + 1)).toEqual([...Array(points).fill(200), 429]);
  expect(await payFor(seller, other.id, 1)).toEqual([200]);
});
