import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FORM, modelOf, signUpVerified, submitForm, type TestUser } from "../../../../testing/factories.ts";
import { onboard } from "../../../../testing/payers.ts";
import { newPayment } from "../../../../testing/sales.ts";
import { testSite, testUser } from "../../../../testing/test-site.ts";
import type { NewPayment } from "../../sales.ts";

let account: string;
const delivered: string[] = [];
const site = testSite();
const seller = testUser(site, { verified: true });
beforeAll(async () => {
  await onboard(site, seller);
  const owner = String(seller.creator.id);
  site.payments.sandboxHost?.deliverTo(async ({ type }) => void delivered.push(type));
  [{ id: account }] = await site.sql`select id from sandbox_accounts where owner = ${owner}`;
});

beforeEach(async () => {
  await site.settled();
  delivered.length = 0;
});

async function start(given: Partial<NewPayment> = {}) {
  const { id, url } = await site.sales.stripe.startPayment(newPayment({ account, ...given }));
  const { pathname } = new URL(url ?? "");
  const act = (who: Pick<TestUser, "call">, fields: Record<string, string>) =>
    submitForm(who, pathname, fields);
  return {
    id,
    pathname,
    act: (fields: Record<string, string>) => act(site, fields),
    actAsSeller: (fields: Record<string, string>) => act(seller, fields),
    read: () => site.sales.stripe.readPayment({ account, id }),
    /** Returns the types of the events delivered since the last call, oldest first. */
    async events() {
      await site.settled();
      return delivered.splice(0);
    },
  };
}

test("lets a buyer pay on a page that says that no money moves, and redirects back", async () => {
  const payment = await start();
  const page = await site.call("GET", payment.pathname);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({ "cache-control": "private, no-store" });
  expect(modelOf(page.text)).toEqual({
    page: "sandbox-payment",
    paymentId: payment.id,
    status: "open",
    orderNumber: "T-1",
    lines: [{ name: "A book", amount: 1_000 }],
    amount: 1_000,
    currency: "eur",
    email: "buyer@example.org",
    losesNextEvent: false,
    allowLate: true,
    problem: null,
    later: null,
  });
  const paid = await payment.act({ action: "pay" });
  expect([paid.status, paid.headers.location]).toEqual([303, newPayment().returnUrl]);
  await payment.act({ action: "pay" });
  expect(await payment.read()).toMatchObject({ status: "paid" });
  expect(await payment.events()).toEqual(["checkout.session.completed"]);
});

test("leaves a cancelled payment unpaid, and says so in the return URL", async () => {
  const payment = await start();
  const left = await payment.act({ action: "leave" });
  expect([left.status, left.headers.location]).toEqual([303, `${newPayment().returnUrl}?cancelled=1`]);
  expect(await payment.read()).toMatchObject({ status: "open" });
});

test("keeps the payment open after a declined card, and shows an error", async () => {
  const payment = await start();
  const declined = await payment.act({ action: "decline" });
  expect(modelOf(declined.text)).toMatchObject({
    status: "open",
    problem: "The card was declined. Nothing was charged; you can try again.",
  });
});

test.for([
  ["confirm", "paid", "succeeded"],
  ["reject", "failed", "failed"],
] as const)("applies the bank's answer to a late payment: %s", async ([action, status, type]) => {
  const payment = await start();
  expect((await payment.act({ action: "pay-late" })).status).toBe(303);
  expect(await payment.read()).toMatchObject({ status: "processing" });
  await payment.act({ action });
  expect(await payment.read()).toMatchObject({ status });
  expect(await payment.events()).toEqual([
    "checkout.session.completed",
    `checkout.session.async_payment_${type}`,
  ]);
});

test("neither shows nor accepts a method that takes days unless the seller allows it", async () => {
  const payment = await start({ allowLate: false });
  expect(modelOf((await site.call("GET", payment.pathname)).text).allowLate).toBe(false);
  await payment.act({ action: "pay-late" });
  expect(await payment.read()).toMatchObject({ status: "open" });
});

test("loses the next event on request, and delivers the one after it", async () => {
  const payment = await start();
  await payment.act({ action: "lose-event" });
  expect(modelOf((await site.call("GET", payment.pathname)).text).losesNextEvent).toBe(true);
  await payment.act({ action: "pay-late" });
  expect(await payment.events()).toEqual([]);
  await payment.act({ action: "confirm" });
  expect(await payment.events()).toEqual(["checkout.session.async_payment_succeeded"]);
});

describe("after the payment", () => {
  test("lets the seller refund a part and then the rest", async () => {
    const payment = await start();
    await payment.act({ action: "pay" });
    await payment.events();
    const page = await seller.call("GET", payment.pathname);
    expect(modelOf(page.text).later).toEqual({ refundable: 1_000, isDisputed: false });
    await payment.actAsSeller({ action: "refund", amount: "2,5" });
    expect((await payment.read())?.refunds).toMatchObject([{ ours: null, amount: 250 }]);
    const invalid = await payment.actAsSeller({ action: "refund", amount: "much" });
    expect(modelOf(invalid.text).problem).toBe("Enter an amount such as 4.50.");
    await payment.actAsSeller({ action: "refund-rest" });
    expect(await payment.read()).toMatchObject({ feeReturned: 50, refunds: [{}, { amount: 750 }] });
    expect(await payment.events()).toEqual(["charge.refunded", "charge.refunded"]);
  });

  test.for([
    ["win", "won"],
    ["lose", "lost"],
  ] as const)("lets the seller open a dispute and %s it", async ([action, status]) => {
    const payment = await start();
    await payment.act({ action: "pay" });
    await payment.events();
    await payment.actAsSeller({ action: "dispute" });
    expect((await payment.read())?.disputes).toMatchObject([
      { status: "open", amount: 1_000, url: `http://localhost:3000${payment.pathname}` },
    ]);
    await payment.actAsSeller({ action });
    expect((await payment.read())?.disputes).toMatchObject([{ status }]);
    expect(await payment.events()).toEqual(["charge.dispute.created", "charge.dispute.closed"]);
  });

  test("lets no other user refund or dispute, even with the buyer's URL", async () => {
    const other = await signUpVerified(site);
    const payment = await start();
    await payment.act({ action: "pay" });
    for (const who of [site, other]) {
      for (const action of ["refund-rest", "dispute", "refund"]) {
        await who.call("POST", payment.pathname, `action=${action}&amount=1`, FORM);
      }
      const page = await who.call("GET", payment.pathname);
      expect(modelOf(page.text)).toMatchObject({ status: "paid", later: null });
    }
    expect(await payment.read()).toMatchObject({ refunds: [], disputes: [] });
  });
});

test("returns 404 for unknown payments and payments of the mock checkout", async () => {
  const mock = await site.sales.mock.startPayment(newPayment());
  for (const id of ["cs_test_unknown", mock.id]) {
    for (const method of ["GET", "POST"] as const) {
      const body = method === "POST" ? "action=pay" : undefined;
      const page = await site.call(method, `/sandbox/payments/${id}`, body, FORM);
      expect([page.status, modelOf(page.text).page]).toEqual([404, "sandbox-missing"]);
    }
  }
});
