import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { mailsTo, offerFile, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { connectAtMollie, mollieOptions, processEventOf } from "../../testing/mollie-site.ts";
import { buyerOf, saveSeller, startPaid } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie));
const { pay, rowOf, paymentsOf } = buyerOf(() => site);

/** A creator whose sales have a platform fee, which Mollie keeps. */
const anna = prepareEach(async () => {
  const user: TestUser = await signUpVerified(site);
  await connectAtMollie({ mollie, user, organization: mollie.app.signUp() });
  await saveSeller(user);
  return user;
});
const orderOf = async (token: string) =>
  (await anna.call("GET", `/api/orders/${(await rowOf(token)).id}`)).body.order;
const idOf = (url: string) => url.split("/").at(-1) ?? "";
const tell = (id: string) => processEventOf(site, id);

async function buy() {
  const { tile } = await offerFile(site, anna);
  const token = await startPaid(site, tile.id);
  const id = idOf((await pay(token, { consent: true })).body.returnUrl);
  const complete = async () => {
    await mollie.bank.pay({ id });
    await tell(id);
  };
  return { token, id, complete };
}

test("counts a partial chargeback like a partial refund, keeps the file and lets the rest be refunded", async () => {
  const { token, id, complete } = await buy();
  await complete();
  await mollie.bank.dispute({ id }, 100);
  await tell(id);
  expect(await orderOf(token)).toMatchObject({
    status: "partially_refunded",
    disputed_cents: 100,
    refundable_cents: 2400,
    net_cents: 2500 - 125 - 100,
  });
  const [mail] = await mailsTo(site, anna.email, "dispute");
  expect(mail?.html).toContain('"provider":"mollie"');
  const refund = { requestId: randomUUID(), reason: "requested" };
  const path = `/api/orders/${(await rowOf(token)).id}/refund`;
  expect(await anna.call("POST", path, { ...refund, amountCents: 2500 })).toMatchObject({
    status: 400,
    body: { details: { fieldErrors: { amountCents: ["At most 24.00 can be refunded."] } } },
  });
  expect((await anna.call("POST", path, refund)).status).toBe(201);
  expect(mollie.payments.get(id)?.refunds).toMatchObject([{ amount: { value: "24.00" } }]);
  expect(await orderOf(token)).toMatchObject({ status: "disputed", refunded_cents: 2400, net_cents: -125 });
});

test("ends the download after a full chargeback, and leaves nothing to refund", async () => {
  const { token, id, complete } = await buy();
  await complete();
  await mollie.bank.dispute({ id });
  await tell(id);
  expect(await orderOf(token)).toMatchObject({ status: "disputed", refundable_cents: 0 });
  const refund = { requestId: randomUUID(), reason: "requested" };
  expect(await anna.call("POST", `/api/orders/${(await rowOf(token)).id}/refund`, refund)).toMatchObject({
    status: 409,
    body: {
      error: "The buyer's bank has taken back what was left of this payment, so there is nothing to refund.",
    },
  });
});

/** Pays an order twice: the expired payment arrives after its replacement. */
async function payTwice() {
  const { token, id } = await buy();
  await mollie.bank.expire({ id });
  await tell(id);
  await anna.call("POST", "/api/discounts", { code: "HALF", percentOff: 50 });
  const input = { consent: true, code: "half", totalCents: 1250 };
  const second = idOf((await pay(token, input)).body.returnUrl);
  await mollie.bank.pay({ id: second });
  await tell(second);
  Object.assign(mollie.payments.get(id) ?? {}, { status: "open" });
  await mollie.bank.pay({ id });
  return { token, late: id };
}

test("reports a second payment with its amount, and its fee in order, books and email", async () => {
  const { token, late } = await payTwice();
  await tell(late);
  expect((await paymentsOf(token)).map(({ is_duplicate }) => is_duplicate)).toEqual([true, false]);
  // 5 % of 12.50, half up, and of the 25.00 that were refunded.
  expect(await orderOf(token)).toMatchObject({
    amount_cents: 1250,
    fee_cents: 63 + 125,
    net_cents: 1250 - 63 - 125,
  });
  const year = new Date().getUTCFullYear();
  const { text } = await anna.call("GET", `/api/orders/books.csv?year=${year}&mode=test`);
  expect(text).toMatch(/fee of a second payment.*1\.25/);
  const [mail] = await mailsTo(site, anna.email, "payment-notice");
  expect(mail?.html).toContain('"amountCents":2500');
  expect(mail?.html).toContain('"feeCents":125');
});

test("refunds the rest of a second payment after a chargeback and reports that amount", async () => {
  const { token, late } = await payTwice();
  await mollie.bank.dispute({ id: late }, 77);
  await tell(late);
  expect(mollie.payments.get(late)?.refunds).toMatchObject([{ amount: { value: "24.23" } }]);
  expect((await orderOf(token)).history).toContainEqual(
    expect.objectContaining({ what: "duplicate_refunded", amount_cents: 2423 }),
  );
});
