import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { CreationFailed, ProviderUnavailable } from "../../platform/payments/port.ts";
import { RefundRejected, type Sales, SellerUnavailable } from "../../platform/payments/sales.ts";
import { mailsTo, readOrder, signUpAdmin } from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { openShop, payAtProvider, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";
import { RECONCILE_JOB } from "./reconcile.ts";

let sandbox: Sales;
const site = testSite();
const shop = prepare(() => openShop(site));
beforeAll(async () => {
  sandbox = site.sales.stripe;
});
const order = prepareEach(() => sellAtProvider(site, shop));
afterEach(() => {
  site.sales.stripe = sandbox;
});

/** Replaces methods of the sandbox. */
const withProvider = (changes: Partial<Sales>) => {
  site.sales.stripe = { ...sandbox, ...changes };
};
const isUnavailable = async () => {
  throw new ProviderUnavailable("test");
};
const download = async () => (await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status;
const mailsOf = async (to: string, kind: "refund" | "refund-notice") => {
  const [{ number }] = await site.sql`select number from orders where id = ${order.id}`;
  const mails = (await mailsTo(site, to, kind)).map(({ html }) => JSON.parse(html));
  return mails.filter((mail) => mail.number === number);
};
const toBuyer = () => mailsOf("buyer@example.org", "refund");
const toCreator = () => mailsOf(shop.creator.email, "refund-notice");

test("returns the platform's fee with a refund, and shows the provider's fee", async () => {
  const { status, body } = await order.refund({ amountCents: 400 });
  expect(status).toBe(201);
  expect(body.order).toMatchObject({
    status: "partially_refunded",
    refunded_cents: 400,
    fee_returned_cents: 20,
    provider_fee_cents: 40,
    net_cents: 600 - 30,
  });
});

test("shows a refund from the provider's dashboard once, emails both sides and ends the download", async () => {
  await order.act("refund", { amount: "4" });
  expect(await order.read()).toMatchObject({
    status: "partially_refunded",
    refunded_cents: 400,
    refunds: [{ amount_cents: 400, status: "done", source: "provider", reason: null }],
  });
  expect(await download()).toBe(200);
  await site.orderPayments.refreshPayment(order.paymentId);
  await order.act("refund-rest");
  expect(await order.read()).toMatchObject({ status: "refunded", refunded_cents: 1000 });
  expect(await download()).toBe(410);
  expect((await toBuyer()).map(({ amountCents }) => amountCents)).toEqual([400, 600]);
  expect(await toCreator()).toMatchObject([
    { amountCents: 400, source: "provider", failure: null, isTest: true },
    { amountCents: 600, source: "provider", failure: null },
  ]);
});

test("restores the status and the download if a refund fails days later, and emails the creator the reason", async () => {
  await order.refund();
  expect(await download()).toBe(410);
  await order.settleRefunds({ status: "failed", failure: "lost_or_stolen_card" });
  expect(await order.read()).toMatchObject({
    status: "paid",
    refunded_cents: 0,
    refunds: [{ status: "failed", failure: "lost_or_stolen_card" }],
  });
  expect(await download()).toBe(200);
  expect(await toCreator()).toMatchObject([{ failure: "lost_or_stolen_card", amountCents: 1000 }]);
  await site.orderPayments.refreshPayment(order.paymentId);
  expect(await toCreator()).toHaveLength(1);
  expect((await order.refund()).status).toBe(201);
});

test("counts a refund that waits for the balance as refunded, and emails the buyer when it succeeds", async () => {
  withProvider({
    // The sandbox's own refund would report success at once.
    refund: async ({ id: ours, amount }) => {
      const refund = { id: "re_waits", ours, amount, status: "pending" } as const;
      await site.sql`update sandbox_payments set refunds = jsonb_build_array(${JSON.stringify(refund)}::jsonb)
        where id = ${order.providerId}`;
      return refund;
    },
  });
  const { status, body } = await order.refund();
  expect(status).toBe(201);
  expect(body.order).toMatchObject({ status: "refunded", refunds: [{ status: "pending" }] });
  expect(await toBuyer()).toEqual([]);
  await order.settleRefunds({ status: "done" });
  expect(await toBuyer()).toMatchObject([{ amountCents: 1000 }]);
});

describe("while the provider is unavailable", () => {
  test("stores a refund, and makes it later with the same request", async () => {
    withProvider({ refund: isUnavailable });
    const requestId = randomUUID();
    expect(await order.refund({ requestId, amountCents: 700 })).toMatchObject({
      status: 202,
      body: { order: { status: "paid", refunds: [{ status: "asked" }] } },
    });
    // The amount of a pending refund is not available to another one.
    expect(await order.refund({ amountCents: 400 })).toMatchObject({
      status: 400,
      body: { error: "At most 3.00 can be refunded." },
    });
    site.sales.stripe = sandbox;
    expect(await order.refund({ requestId })).toMatchObject({
      status: 201,
      body: { order: { refunded_cents: 700 } },
    });
  });

  test("finds a refund whose response was lost at the provider, and does not repeat it", async () => {
    let made = 0;
    withProvider({
      async refund(given) {
        made += 1;
        await sandbox.refund(given);
        return isUnavailable();
      },
    });
    const requestId = randomUUID();
    expect((await order.refund({ requestId })).status).toBe(202);
    expect((await order.refund({ requestId })).status).toBe(201);
    expect(made).toBe(1);
    expect(await order.refundsAtProvider()).toHaveLength(1);
  });

  test("makes the refund later after a server error, which is not a rejection", async () => {
    withProvider({
      refund: async () => {
        throw new CreationFailed("500");
      },
    });
    const requestId = randomUUID();
    expect((await order.refund({ requestId })).status).toBe(202);
    site.sales.stripe = sandbox;
    expect((await order.refund({ requestId })).status).toBe(201);
  });

  test("stops waiting for a silent provider after seven seconds", async () => {
    withProvider({ refund: () => new Promise(() => {}) });
    expect((await order.refund()).status).toBe(202);
  });

  test("makes a refund by its job if no request waits for it", async () => {
    let attempts = 0;
    withProvider({
      refund: (given) => (++attempts === 1 ? isUnavailable() : sandbox.refund(given)),
    });
    await requestAs("buyer");
    await expect.poll(async () => (await order.read()).status).toBe("refunded");
    expect(await order.refundsAtProvider()).toHaveLength(1);
    expect((await order.read()).refunds).toMatchObject([{ source: "buyer", reason: "withdrawal" }]);
  });
});

async function requestAs(by: "buyer" | "system") {
  await order.requestRefund(by);
  await site.settled();
}

const REFUSED = {
  status: 409,
  body: {
    code: "orders.not_refundable",
    error:
      "The payment provider does not allow this refund from here. Refund it in the provider's dashboard.",
  },
};

describe("a refund that the provider rejects", () => {
  test("tells the creator to refund at the provider after the account was disconnected", async () => {
    withProvider({
      refund: async () => {
        throw new SellerUnavailable("disconnected");
      },
    });
    const requestId = randomUUID();
    expect(await order.refund({ requestId })).toMatchObject(REFUSED);
    // The same request has the same result, also once the provider would allow it.
    site.sales.stripe = sandbox;
    expect(await order.refund({ requestId })).toMatchObject(REFUSED);
    expect(await order.read()).toMatchObject({
      status: "paid",
      refunds: [{ status: "failed", failure: "other" }],
    });
    expect(await toCreator()).toEqual([]);
    expect((await order.refund()).status).toBe(201);
  });

  test("keeps the sale, and logs the rejected refund, with keys of another account", async () => {
    withProvider({
      readPayment: async () => undefined,
      refund: async () => {
        throw new RefundRejected("other");
      },
    });
    expect(await order.refund()).toMatchObject(REFUSED);
    expect(await order.read()).toMatchObject({ status: "paid", refunded_cents: 0 });
    expect(site.logLines.some((line) => line.includes("payment cannot be read at the provider"))).toBe(true);
  });

  test("sends no request with keys of another mode", async () => {
    withProvider({
      mode: "live",
      refund: () => expect.fail("a refund was requested"),
      readPayment: () => expect.fail("a payment was read"),
    });
    expect(await order.refund()).toMatchObject(REFUSED);
  });

  test("emails the creator a failed refund that no request waits for", async () => {
    withProvider({
      refund: async () => {
        throw new RefundRejected("too_old");
      },
    });
    await requestAs("system");
    expect(await toCreator()).toMatchObject([{ failure: "too_old", source: "system" }]);
  });

  test("rejects more than the remaining amount, and corrects it after a lost event", async () => {
    await order.act("lose-event");
    await order.act("refund", { amount: "4" });
    expect(await order.refund()).toMatchObject({
      status: 400,
      body: { error: "At most 6.00 can be refunded." },
    });
    expect(await order.read()).toMatchObject({ status: "partially_refunded", refunded_cents: 400 });
    expect((await order.refund()).body.order).toMatchObject({ status: "refunded" });
  });
});

test("finds a refund whose event was lost in the regular read", async () => {
  await order.act("lose-event");
  await order.act("refund-rest");
  expect((await order.read()).status).toBe("paid");
  await site.sql`update order_payments set next_read_at = now() where id = ${order.paymentId}`;
  await site.runNow(RECONCILE_JOB);
  expect((await order.read()).status).toBe("refunded");
});

test("leaves the refund of a payment that differs from its order to the provider", async () => {
  await site.sql`update order_payments set is_held = true where id = ${order.paymentId}`;
  expect(await order.refund()).toMatchObject(REFUSED);
});

test("makes a queued refund and keeps the order although its creator was deleted", async () => {
  let isAway = true;
  withProvider({ refund: (given) => (isAway ? isUnavailable() : sandbox.refund(given)) });
  const leaving = await openShop(site);
  const sold = await sellAtProvider(site, leaving);
  await sold.requestRefund("creator", "requested");
  await site.settled();
  const admin = await signUpAdmin(site);
  const { user_id } = leaving.creator.creator;
  expect((await admin.call("DELETE", `/api/admin/users/${user_id}`)).status).toBe(204);
  isAway = false;
  const stored = async () =>
    (await site.sql`select status, refunded_cents, creator_id from orders where id = ${sold.id}`)[0];
  await expect.poll(stored).toEqual({ status: "refunded", refunded_cents: 1000, creator_id: null });
  await site.sql`update orders set created_at = now() - interval '60 days' where id = ${sold.id}`;
  await site.runMaintenance();
  expect((await readOrder(site, sold.orderToken)).status).toBe("refunded");
});

test("refunds a second payment of an order immediately, and keeps the order paid", async () => {
  const second = await payAtProvider(site, { id: order.id, account: shop.account });
  await expect
    .poll(async () => (await order.read()).refunds)
    .toMatchObject([{ amount_cents: 1000, status: "done", reason: "duplicate", source: "system" }]);
  expect(await order.read()).toMatchObject({
    status: "paid",
    refunded_cents: 0,
    net_cents: 950,
    payments: [{ is_duplicate: false }, { id: second.paymentId, is_duplicate: true }],
  });
  expect(await order.refundsAtProvider()).toEqual([]);
  expect((await order.refund()).body.order).toMatchObject({ status: "refunded", refunded_cents: 1000 });
});
