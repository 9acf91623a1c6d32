import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { type NewRefund, RefundRejected, type Sales } from "../../platform/payments/sales.ts";
import { mailsTo } from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

let sandbox: Sales;
const requested: NewRefund[] = [];
/** The party with an empty balance. */
let broke: { platform: boolean; seller: boolean };
let feesReturned: string[];
const site = testSite();
const shop = prepare(() => openShop(site));
beforeAll(async () => {
  sandbox = site.sales.stripe;
});
const order = prepareEach(() => sellAtProvider(site, shop));
beforeEach(async () => {
  requested.length = 0;
  broke = { platform: false, seller: false };
  feesReturned = [];
  site.sales.stripe = {
    ...sandbox,
    refund: async (refund) => {
      requested.push(refund);
      if (broke.seller || (broke.platform && !refund.withoutFee)) throw new RefundRejected("balance");
      return sandbox.refund(refund);
    },
    returnFee: async ({ id }) => {
      if (broke.platform) throw new RefundRejected("balance");
      feesReturned.push(id);
    },
  };
});
afterEach(() => {
  site.sales.stripe = sandbox;
});

const stored = async () =>
  (await site.sql`select * from order_refunds where order_id = ${order.id} order by created_at`)[0];
const noticesTo = async () =>
  (await mailsTo(site, shop.creator.email, "refund-notice"))
    .map(({ html }) => JSON.parse(html))
    .filter((mail) => mail.order === order.id)
    .map(({ failure }) => failure);
const age = (days: number) =>
  site.sql`update order_refunds set created_at = now() - make_interval(days => ${days})
    where order_id = ${order.id}`;

test("returns the fee later if the platform's balance does not cover it, without delaying the buyer", async () => {
  broke.platform = true;
  expect((await order.refund()).status).toBe(201);
  expect((await order.read()).status).toBe("refunded");
  expect(requested.map(({ attempt, withoutFee }) => [attempt, withoutFee])).toEqual([
    [0, false],
    [1, true],
  ]);
  broke.platform = false;
  await site.runMaintenance();
  await site.settled();
  await site.runMaintenance();
  await site.settled();
  expect(feesReturned).toEqual([(await stored()).id]);
  expect((await stored()).fee_returned_at).not.toBeNull();
});

test("repeats a refund with another key if the seller's balance does not cover it", async () => {
  broke.seller = true;
  const refused = await order.refund();
  expect(refused.status).toBe(202);
  expect(refused.body.order.refunds).toMatchObject([{ status: "asked", failure: "balance" }]);
  expect(await noticesTo()).toEqual([]);
  broke.seller = false;
  await age(9);
  await site.runMaintenance();
  await site.settled();
  expect((await order.read()).status).toBe("refunded");
  const attempts = requested.map(({ attempt }) => attempt);
  expect(attempts).toEqual([...new Set(attempts)]);
  expect(await stored()).toMatchObject({ status: "done", failure: null });
});

test("emails the creator once about a refund that a job retries, and ends it as failed after a week", async () => {
  broke.seller = true;
  await order.requestRefund("buyer");
  await expect.poll(() => requested.length).toBeGreaterThan(1);
  expect(await noticesTo()).toEqual(["waiting_for_balance"]);
  await age(8);
  await expect.poll(async () => (await stored()).status).toBe("failed");
  expect(await noticesTo()).toEqual(["waiting_for_balance", "balance"]);
  expect((await order.read()).status).toBe("paid");
});

test("makes a refund whose job has ended without a result", async () => {
  site.sales.stripe = {
    ...sandbox,
    refund: async () => {
      throw new ProviderUnavailable("test");
    },
  };
  expect((await order.refund()).status).toBe(202);
  site.sales.stripe = sandbox;
  await age(7);
  await site.runMaintenance();
  await site.settled();
  expect((await stored()).status).toBe("asked");
  await age(9);
  await site.runMaintenance();
  await site.settled();
  expect((await stored()).status).toBe("done");
});

test("queues every unfinished refund, even after many whose fee can never be returned", async () => {
  broke.platform = true;
  expect((await order.refund()).status).toBe(201);
  await site.settled();
  const { id } = await stored();
  await site.sql`insert into order_refunds (order_id, order_payment_id, amount_cents, status, source, without_fee, created_at)
    select order_id, order_payment_id, 1, 'done', source, true, now() - interval '1 year'
    from order_refunds, generate_series(1, 200) where order_refunds.id = ${id}`;
  const enqueueAll = vi.spyOn(site.jobs, "enqueueAll").mockResolvedValue();
  await site.runMaintenance();
  const queued = enqueueAll.mock.calls.flatMap(([, , jobs]) => jobs.map(({ data }) => data));
  enqueueAll.mockRestore();
  expect(queued.length).toBeGreaterThan(200);
  expect(queued).toContainEqual({ refundId: id });
});
