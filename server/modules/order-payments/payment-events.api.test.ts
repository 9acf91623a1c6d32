import { beforeEach, describe, expect, test } from "vitest";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { mailsTo, offerFile, signUpAdmin, verifyEmail } from "../../testing/factories.ts";
import {
  acceptLatePayments,
  atSandbox,
  BUYER_EMAIL,
  buyerOf,
  completeAtSandbox,
  signUpSeller,
  startPaid,
} from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

let token: string;
const site = testSite();
const seller = prepareEach(() => signUpSeller(site));
beforeEach(async () => {
  token = await startPaid(site, (await offerFile(site, seller)).tile.id);
});

const { pay, rowOf, paymentsOf } = buyerOf(() => site);
const noticesTo = async (to: string) =>
  (await mailsTo(site, to, "payment-notice")).map(({ html }) => JSON.parse(html).notice);
const reconcile = async () => {
  await site.query("update order_payments set next_read_at = now() where next_read_at is not null");
  await site.runNow("orders.reconcile");
  await site.settled();
};

test("finds the money of an ended payment without its event", async () => {
  const { returnUrl } = (await pay(token)).body;
  await site.call("POST", `/api/public/checkout/${token}/cancel`);
  expect((await rowOf(token)).status).toBe("cancelled");
  await site.sql`update sandbox_payments set status = 'paid', paid_at = now(), method = 'card'
    where id = (select provider_id from order_payments where url = ${returnUrl})`;
  await reconcile();
  expect((await rowOf(token)).status).toBe("paid");
});

test("refunds a second paid payment of an order immediately, and emails buyer and creator", async () => {
  const first = (await pay(token, { email: "twice@example.org" })).body.returnUrl;
  // As if the provider could not close the first one.
  await site.sql`update order_payments set status = 'expired' where url = ${first}`;
  await site.sql`update orders set status = 'expired' where id = ${(await rowOf(token)).id}`;
  const second = (await pay(token, { email: "twice@example.org" })).body.returnUrl;
  await completeAtSandbox(site, second, "pay");
  await completeAtSandbox(site, first, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "paid", refunded_cents: 0 });
  expect((await paymentsOf(token)).map(({ is_duplicate }) => is_duplicate)).toEqual([true, false]);
  const refunds = await site.sql`select amount_cents, status, reason from order_refunds
    where order_id = ${(await rowOf(token)).id}`;
  expect(refunds).toEqual([{ amount_cents: 2500, status: "done", reason: "duplicate" }]);
  expect(await noticesTo("twice@example.org")).toEqual(["duplicate"]);
  expect(await noticesTo(seller.email)).toEqual(["duplicate"]);
});

test.for([
  ["amount", "amount = 2400"],
  ["currency", "currency = 'usd'"],
])(
  "holds a payment of another %s without delivery or refund, and emails creator and administrators",
  async ([, change]) => {
    const admin = await signUpAdmin(site);
    await verifyEmail(site, admin);
    const { returnUrl } = (await pay(token)).body;
    await site.query(`update sandbox_payments set ${change} where reference = $1`, [
      (await paymentsOf(token))[0].id,
    ]);
    await completeAtSandbox(site, returnUrl, "pay");
    const order = await rowOf(token);
    expect(order).toMatchObject({ status: "processing", paid_at: null, held_reason: expect.any(String) });
    expect(await site.sql`select * from order_refunds where order_id = ${order.id}`).toEqual([]);
    expect(await noticesTo(seller.email)).toEqual(["held"]);
    expect((await noticesTo(BUYER_EMAIL)).at(-1), "the buyer is told, too").toBe("held");
    expect(await noticesTo(admin.email)).toContain("held");
    await reconcile();
    expect(await noticesTo(seller.email), "once").toEqual(["held"]);
  },
);

test("ignores an event from an account that the payment does not belong to", async () => {
  const { returnUrl } = (await pay(token)).body;
  const [payment] = await paymentsOf(token);
  await site.sql`update order_payments set account = 'acct_other' where id = ${payment.id}`;
  await completeAtSandbox(site, returnUrl, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "pending", paid_at: null });
  expect(site.logLines.some((line) => line.includes("payment event of another account"))).toBe(true);
});

test("expires a payment after a day if the provider does not know it", async () => {
  await pay(token);
  const [payment] = await paymentsOf(token);
  await site.sql`delete from sandbox_payments where reference = ${payment.id}`;
  await reconcile();
  expect((await paymentsOf(token))[0].status).toBe("open");
  await site.sql`update order_payments set created_at = now() - interval '25 hours' where id = ${payment.id}`;
  await site.orderPayments.refreshPayment(payment.id);
  expect(await rowOf(token)).toMatchObject({ status: "expired" });
});

test("finds by its event a checkout whose response was lost", async () => {
  const { returnUrl } = (await pay(token)).body;
  const [payment] = await paymentsOf(token);
  await site.sql`update order_payments set provider_id = null, url = null, parameters = null
    where id = ${payment.id}`;
  await completeAtSandbox(site, returnUrl, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "paid" });
});

test("reads no payments of another mode, and keeps their orders", async () => {
  const { returnUrl } = (await pay(token)).body;
  await completeAtSandbox(site, returnUrl, "pay");
  await site.sql`update order_payments set mode = 'test' where order_id = ${(await rowOf(token)).id}`;
  await site.query("delete from sandbox_payments");
  await reconcile();
  expect(await rowOf(token)).toMatchObject({ status: "paid" });
});

describe("a payment that is due", () => {
  beforeEach(async () => {
    await site.query("update order_payments set next_read_at = null");
    const { returnUrl } = (await pay(token)).body;
    await atSandbox(site, returnUrl, "lose-event");
    await atSandbox(site, returnUrl, "pay");
    await site.sql`update order_payments set next_read_at = now() where url = ${returnUrl}`;
  });
  const runReconcile = async () => {
    await site.runNow("orders.reconcile");
    await site.settled();
  };

  test("is read although many of another mode are overdue", async () => {
    const [{ id }] = await paymentsOf(token);
    await site.sql`insert into order_payments (order_id, provider, mode, provider_id, status, amount_cents, currency, fee_cents, next_read_at)
       select order_id, 'stripe', 'test', 'cs_other_' || n, 'expired', 100, 'eur', 0, now() - interval '1 day'
       from order_payments, generate_series(1, 200) n where id = ${id}`;
    await runReconcile();
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
  });

  test("is read although another payment can never be read", async () => {
    const other = await startPaid(site, (await offerFile(site, seller)).tile.id);
    await pay(other);
    const [failing] = await paymentsOf(other);
    await site.sql`update order_payments set next_read_at = now() - interval '1 hour' where id = ${failing.id}`;
    const { stripe: provider } = site.sales;
    site.sales.stripe = {
      ...provider,
      readPayment: async (ref) => {
        if (ref.id === failing.provider_id) throw new ProviderUnavailable("test");
        return provider.readPayment(ref);
      },
    };
    await runReconcile();
    await runReconcile();
    site.sales.stripe = provider;
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
  });
});

test("does not delete an order with a pending payment as abandoned", async () => {
  await acceptLatePayments(site, seller);
  const { returnUrl } = (await pay(token)).body;
  await completeAtSandbox(site, returnUrl, "pay-late");
  await site.sql`update orders set created_at = now() - interval '40 days' where id = ${(await rowOf(token)).id}`;
  await site.runMaintenance();
  expect(await rowOf(token)).toMatchObject({ status: "processing" });
  await completeAtSandbox(site, returnUrl, "reject");
  await site.runMaintenance();
  expect(await rowOf(token)).toBeUndefined();
});
