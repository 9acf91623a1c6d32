import { describe, expect, test } from "vitest";
import { ACCOUNTS } from "../../platform/payments/adapters/stripe/stripe-sales.test-kit.ts";
import { stripeSales } from "../../platform/payments/adapters/stripe/stripe-sales.ts";
import { testStripe } from "../../platform/payments/adapters/stripe/stripe-server.test-kit.ts";
import { addProduct, addTile, rejection, signUpVerified, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { buyerOf, saveSeller, signUpSeller, startPaid } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { testSite } from "../../testing/test-site.ts";

const stripe = testStripe();
const simulator = createPaymentSimulator();
const site = testSite();
/** The same installation with keys. */
const withKeys = testSite(() => ({
  databaseUrl: site.databaseUrl,
  payments: simulator.payments,
  sales: stripeSales({ secretKey: "sk_test_emulated", apiBase: stripe.url }),
}));
const { pay, rowOf, paymentsOf } = buyerOf(() => site);

/** Starts a checkout of the only unit of a seller. */
async function sellLast(app: TestApp, seller: TestUser): Promise<string> {
  const product = await addProduct(seller, { name: "Guide", type: "digital", priceCents: 2500, stock: 1 });
  return startPaid(app, (await addTile(seller, { type: "product", productId: product.id })).id);
}
const CONSENT = { consent: true };
const statusesOf = async (token: string) => (await paymentsOf(token)).map(({ status }) => status);

describe("a payment that is open when keys of another mode are set", () => {
  test("is paid at the current provider, not continued at the former one", async () => {
    const seller = await signUpSeller(site);
    await saveSeller(seller);
    const token = await sellLast(site, seller);
    expect((await pay(token, CONSENT)).body.returnUrl).toContain("/sandbox/payments/");
    await site.sql`insert into connect_accounts (creator_id, mode, kind, account_id, can_sell)
      values (${seller.creator.id}, 'test', 'connected', ${ACCOUNTS[0]}, true)`;
    const again = await pay(token, CONSENT, withKeys);
    expect(again.status, again.text).toBe(200);
    expect(again.body.returnUrl).toContain("/checkout/cs_");
    expect(await statusesOf(token)).toEqual(["expired", "open"]);
    expect((await pay(token, CONSENT, withKeys)).body.returnUrl).toBe(again.body.returnUrl);
    const payment = (await paymentsOf(token))[1];
    await stripe.bank.pay({ id: payment.provider_id });
    await withKeys.orderPayments.refreshPayment(payment.id);
    expect(await rowOf(token)).toMatchObject({ status: "paid", mode: "test" });
  });

  test("is rejected if its seller has no account of the new mode", async () => {
    const seller = await signUpSeller(site);
    const token = await sellLast(site, seller);
    expect((await pay(token)).status).toBe(200);
    expect((await pay(token, {}, withKeys)).status).toBe(409);
    expect(await statusesOf(token)).toEqual(["open"]);
  });
});

test("does not continue a payment on the installation's own account with the keys of another account", async () => {
  const admin = await signUpVerified(withKeys);
  await withKeys.sql`update users set is_admin = true where email = ${admin.email}`;
  expect((await admin.call("POST", "/api/connect/own")).status).toBe(200);
  await saveSeller(admin);
  const token = await sellLast(withKeys, admin);
  const { returnUrl } = (await pay(token, CONSENT, withKeys)).body;
  expect((await pay(token, CONSENT, withKeys)).body.returnUrl).toBe(returnUrl);
  const before = simulator.state.ownAccount;
  // Maintenance leaves it to a job.
  const readAccounts = async () => {
    await withKeys.runMaintenance();
    await withKeys.settled();
  };
  simulator.state.ownAccount = { ...before, id: "acct_of_other_keys" };
  await readAccounts();
  expect(await pay(token, CONSENT, withKeys)).toMatchObject(rejection(409, "checkout.seller_unavailable"));
  expect(await statusesOf(token)).toEqual(["open"]);
  // With the former keys the same page is used again.
  simulator.state.ownAccount = before;
  await readAccounts();
  expect((await pay(token, CONSENT, withKeys)).body.returnUrl).toBe(returnUrl);
});
