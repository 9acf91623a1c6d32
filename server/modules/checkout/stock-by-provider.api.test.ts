import { expect, test } from "vitest";
import { stripeSales } from "../../platform/payments/adapters/stripe-sales.ts";
import { testStripe } from "../../platform/payments/stripe-server.test-kit.ts";
import { addProduct, addTile, mailsTo, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { atSandbox, buyerOf, signUpConnected, signUpSeller, signUpVerified } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { testSite } from "../../testing/test-site.ts";

const sandbox = testSite();
const stripe = testStripe();
const real = testSite(() => ({
  payments: createPaymentSimulator().payments,
  sales: stripeSales({ secretKey: "sk_test_emulated", apiBase: stripe.url }),
}));

type Way = {
  way: string;
  site: () => TestApp;
  seller: () => Promise<TestUser>;
  priceCents: number;
  /** Pays on the provider's page. */
  finish?: (site: TestApp, token: string, url: string) => Promise<unknown>;
};

const WAYS: Way[] = [
  {
    way: "in the mock checkout",
    site: () => sandbox,
    seller: () => signUpVerified(sandbox),
    priceCents: 2500,
  },
  { way: "for nothing", site: () => sandbox, seller: () => signUpVerified(sandbox), priceCents: 0 },
  {
    way: "in the sandbox",
    site: () => sandbox,
    seller: () => signUpSeller(sandbox),
    priceCents: 2500,
    finish: (site, _token, url) => atSandbox(site, url, "pay"),
  },
  {
    way: "at Stripe",
    site: () => real,
    seller: () => signUpConnected(real),
    priceCents: 2500,
    finish: async (site, token) => {
      const [payment] = await buyerOf(() => site).paymentsOf(token);
      await stripe.bank.pay({ id: payment.provider_id });
      await site.orderPayments.refreshPayment(payment.id);
    },
  },
];

test.each(WAYS)("each sale $way takes one piece, and the last one is no oversale", async (given) => {
  const site = given.site();
  const seller = await given.seller();
  const { pay, paymentsOf, rowOf } = buyerOf(() => site);
  const { priceCents } = given;
  const { id } = await addProduct(seller, { name: "Print", type: "digital", priceCents, stock: 3 });
  const tile = await addTile(seller, { type: "product", productId: id });
  const stock = async () => (await site.sql`select stock from products where id = ${id}`)[0].stock;
  for (const left of [2, 1, 0]) {
    const started = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
    const token = started.body.mockCheckoutUrl.split("/").at(-1);
    const paid = await pay(token, { totalCents: priceCents, consent: true });
    expect(paid.status, paid.text).toBe(200);
    await given.finish?.(site, token, paid.body.returnUrl);
    await site.settled();
    expect(await rowOf(token)).toMatchObject({ status: "paid", stock_reserved: true });
    expect(await paymentsOf(token)).toHaveLength(1);
    expect(await stock()).toBe(left);
  }
  const soldOut = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
  expect(soldOut).toMatchObject({ status: 409, body: { code: "checkout.sold_out" } });
  expect(await mailsTo(site, seller.email, "payment-notice")).toEqual([]);
  expect(await site.query("select * from order_events where what = 'oversold'")).toEqual([]);
});
