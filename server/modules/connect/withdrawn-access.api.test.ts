import { beforeEach, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { addProduct, addTile, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { connectAtMollie, mollieOptions } from "../../testing/mollie-site.ts";
import { acceptLatePayments, buyerOf, saveSeller, startPaid } from "../../testing/payers.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
/** Moves the clock, because older payments are read only every other minute. */
let minutes = 0;
const site = testSite(() => mollieOptions(mollie, { now: () => new Date(Date.now() + minutes * 60_000) }));
const { pay, rowOf, paymentsOf } = buyerOf(() => site);

let anna: TestUser;
let organization: string;
let productId: number;
let tileId: number;
let token: string;

const connect = (whose: string) => connectAtMollie({ mollie, user: anna, organization: whose });
const FULL = { totalCents: 1000, consent: true };
const HALF = { ...FULL, totalCents: 500, code: "half" };
const stock = async () => (await site.sql`select stock from products where id = ${productId}`)[0].stock;
const uses = async () => (await anna.call("GET", "/api/discounts")).body.discounts[0].uses;
const reconcile = async () => {
  await site.sql`update order_payments set next_read_at = now() where next_read_at is not null`;
  for (minutes = 0; minutes < 2; minutes++) await site.runNow("orders.reconcile");
  await site.settled();
};
const makeOlder = (days: number) =>
  site.sql`update order_payments set created_at = now() - make_interval(days => ${days})`;
const paymentOf = async () => {
  const [row] = await paymentsOf(token);
  return { id: String(row.provider_id) };
};

beforeEach(async () => {
  anna = await signUpVerified(site);
  organization = mollie.app.signUp();
  await connect(organization);
  await saveSeller(anna);
  productId = (await addProduct(anna, { name: "Guide", type: "digital", priceCents: 1000, stock: 1 })).id;
  tileId = (await addTile(anna, { type: "product", productId })).id;
  await anna.call("POST", "/api/discounts", { code: "HALF", percentOff: 50, maxUses: 1 });
  token = await startPaid(site, tileId);
});

test("keeps the reservations of an open payment whose account withdrew access, and opens no second one", async () => {
  const { returnUrl } = (await pay(token, HALF)).body;
  mollie.app.withdraw(organization);
  await connect(mollie.app.signUp());
  expect((await pay(token, FULL)).body.returnUrl).toContain("status=pending");
  expect(await paymentsOf(token)).toHaveLength(1);
  await reconcile();
  expect(await rowOf(token)).toMatchObject({ status: "pending", stock_reserved: true });
  expect([await stock(), await uses()]).toEqual([0, 1]);
  // The provider's page can still be paid. The same input leads there again.
  expect((await pay(token, HALF)).body.returnUrl).toBe(returnUrl);
});

test("reads the payment again once access is granted again, and finds it paid", async () => {
  await pay(token, FULL);
  mollie.app.withdraw(organization);
  await reconcile();
  await mollie.bank.pay(await paymentOf());
  await connect(organization);
  await site.runNow("orders.reconcile");
  await site.settled();
  expect(await rowOf(token)).toMatchObject({ status: "paid" });
});

test("ends the unreadable payment once it must have expired at Mollie: after a day, or after four weeks for slow methods", async () => {
  await acceptLatePayments(site, anna);
  await pay(token, FULL);
  mollie.app.withdraw(organization);
  await makeOlder(2);
  await reconcile();
  expect((await rowOf(token)).status).toBe("pending");
  await makeOlder(29);
  await reconcile();
  expect((await rowOf(token)).status).toBe("expired");
  expect(await stock()).toBe(1);

  await connect(organization);
  await anna.call("POST", "/api/connect/delayed-payments", { enabled: false });
  token = await startPaid(site, tileId);
  await pay(token, FULL);
  mollie.app.withdraw(organization);
  await makeOlder(2);
  await reconcile();
  expect((await rowOf(token)).status).toBe("expired");
});

test("reads payments of other accounts although one account is inaccessible", async () => {
  await pay(token, FULL);
  mollie.app.withdraw(organization);
  await connect(mollie.app.signUp());
  await site.sql`update products set stock = 1 where id = ${productId}`;
  const first = token;
  token = await startPaid(site, tileId);
  await pay(token, FULL);
  await mollie.bank.pay(await paymentOf());
  await reconcile();
  expect([(await rowOf(first)).status, (await rowOf(token)).status]).toEqual(["pending", "paid"]);
});

test("lets the buyer cancel and the creator disconnect at once, and still finds the payment later", async () => {
  await pay(token, FULL);
  const payment = await paymentOf();
  mollie.app.withdraw(organization);
  expect((await site.call("POST", `/api/public/checkout/${token}/cancel`)).status).toBe(200);
  expect(await paymentsOf(token)).toMatchObject([{ status: "open" }]);
  expect((await anna.call("POST", "/api/connect/disconnect", { provider: "mollie" })).status).toBe(200);
  await mollie.bank.pay(payment);
  await connect(organization);
  await site.runNow("orders.reconcile");
  await site.settled();
  expect((await rowOf(token)).status).toBe("paid");
});
