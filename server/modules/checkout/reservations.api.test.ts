import { beforeEach, expect, test } from "vitest";
import { offer, rejection } from "../../testing/factories.ts";
import {
  acceptLatePayments,
  buyerOf,
  completeAtSandbox,
  signUpSeller,
  startPaid,
} from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const seller = prepareEach(() => signUpSeller(site));
const GUIDE = { name: "Guide", type: "digital", priceCents: 1000, stock: 1 };
const offered = prepareEach(() => offer(seller, GUIDE));
beforeEach(async () => {
  await acceptLatePayments(site, seller);
  await seller.call("POST", "/api/discounts", { code: "FIRST", percentOff: 20, maxUses: 1 });
});

const { pay, rowOf, paymentsOf } = buyerOf(() => site);
const WITH_CODE = { totalCents: 800, code: "first" };
const left = async () => ({
  stock: (await site.sql`select stock from products where id = ${offered.product.id}`)[0].stock,
  uses: (await seller.call("GET", "/api/discounts")).body.discounts[0].uses,
});

test("keeps the unit and code of the open payment reserved after an old event of a replaced payment", async () => {
  const token = await startPaid(site, offered.tile.id);
  await pay(token, WITH_CODE);
  const { returnUrl } = (await pay(token, { ...WITH_CODE, note: "As a gift, please" })).body;
  const [replaced] = await paymentsOf(token);
  await site.orderPayments.refreshPayment(replaced.id);
  expect(await left()).toEqual({ stock: 0, uses: 1 });
  expect(await rowOf(token)).toMatchObject({ stock_reserved: true, discount_reserved: true });
  await completeAtSandbox(site, returnUrl, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 800 });
  expect(await left()).toEqual({ stock: 0, uses: 1 });
});

test("replaces a payment whose page at the provider has expired unnoticed", async () => {
  const token = await startPaid(site, offered.tile.id);
  const first = (await pay(token, WITH_CODE)).body.returnUrl;
  const [{ id }] = await paymentsOf(token);
  await site.sql`update order_payments set expires_at = now() where id = ${id}`;
  await site.sql`update sandbox_payments set expires_at = now() where reference = ${id}`;
  expect((await pay(token, WITH_CODE)).body.returnUrl).not.toBe(first);
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
  expect(await left()).toEqual({ stock: 0, uses: 1 });
});

test("releases unit and code of an open test payment a day after the keys were replaced", async () => {
  const token = await startPaid(site, offered.tile.id);
  await pay(token, WITH_CODE);
  const [{ id }] = await paymentsOf(token);
  const age = (hours: number, mode: string) =>
    site.sql`update order_payments set mode = ${mode},
      expires_at = now() - make_interval(hours => ${hours}::int) where id = ${id}`;
  for (const [hours, mode] of [
    [23, "test"],
    [25, "live"],
    [25, "sandbox"],
  ] as const) {
    await age(hours, mode);
    await site.runMaintenance();
    expect(await left(), `${mode} after ${hours} hours`).toEqual({ stock: 0, uses: 1 });
  }
  await age(25, "test");
  await site.runMaintenance();
  expect(await left()).toEqual({ stock: 1, uses: 0 });
  expect(await rowOf(token)).toMatchObject({ status: "expired" });
});

test("keeps the unit and code of a pending payment when another payment of its order ends", async () => {
  const token = await startPaid(site, offered.tile.id);
  const first = (await pay(token, WITH_CODE)).body.returnUrl;
  // As if the provider had closed it, although the buyer has just confirmed the debit.
  await site.orderPayments.endPayment((await paymentsOf(token))[0].id, "expired");
  await pay(token, { ...WITH_CODE, note: "Again" });
  await completeAtSandbox(site, first, "pay-late");
  await site.orderPayments.endPayment((await paymentsOf(token))[1].id, "expired");
  expect(await rowOf(token)).toMatchObject({ status: "processing", stock_reserved: true });
  expect(await left()).toEqual({ stock: 0, uses: 1 });
  await completeAtSandbox(site, first, "reject");
  expect(await rowOf(token)).toMatchObject({ stock_reserved: false, discount_reserved: false });
  expect(await left()).toEqual({ stock: 1, uses: 0 });
});

test("keeps an order whose replaced payment ends while others are saved", async () => {
  const token = await startPaid(site, offered.tile.id);
  await pay(token, WITH_CODE);
  const { stripe: provider } = site.sales;
  site.sales.stripe = {
    ...provider,
    readPayment: async (ref) => {
      // As if two concurrent requests had saved other payments of the order meanwhile.
      await site.sql`update orders set revision = revision + 2 where id = ${(await rowOf(token)).id}`;
      return provider.readPayment(ref);
    },
  };
  const replacing = await pay(token, { ...WITH_CODE, note: "Again" });
  site.sales.stripe = provider;
  expect(replacing).toMatchObject({ status: 200, body: { returnUrl: expect.stringContaining("/sandbox/") } });
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
});

test.each(["First.Buyer@GMAIL.com", "firstbuyer+again@googlemail.com", "firstbuyer@gmail.com"])(
  "a code with one use per buyer is used once by a mailbox, whatever its alias: %s",
  async (email) => {
    await seller.call("POST", "/api/discounts", { code: "ONCE", percentOff: 20, oncePerBuyer: true });
    await site.sql`update products set stock = 5 where id = ${offered.product.id}`;
    const once = { totalCents: 800, code: "once" };
    const first = await pay(await startPaid(site, offered.tile.id), {
      ...once,
      email: "first.buyer+1@gmail.com",
    });
    expect(first.status, first.text).toBe(200);
    const other = await pay(await startPaid(site, offered.tile.id), {
      ...once,
      email: "firstbuyers@gmail.com",
    });
    expect(other.status, other.text).toBe(200);
    expect(await pay(await startPaid(site, offered.tile.id), { ...once, email })).toMatchObject(
      rejection(409, "discounts.used_by_buyer"),
    );
  },
);
