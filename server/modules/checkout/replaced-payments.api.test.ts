import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, addTile, fieldRejection } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import {
  acceptLatePayments,
  atSandbox,
  buyerOf,
  completeAtSandbox,
  signUpSeller,
  startPaid,
} from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { SELLER } from "../../testing/sales.ts";
import { testSite } from "../../testing/test-site.ts";

let productId: number;
let token: string;
const site = testSite();
const seller = prepareEach(() => signUpSeller(site));
beforeEach(async () => {
  await acceptLatePayments(site, seller);
  productId = (await addProduct(seller, { name: "Guide", type: "digital", priceCents: 1000, stock: 3 })).id;
  token = await startPaid(site, (await addTile(seller, { type: "product", productId })).id);
  await seller.call("POST", "/api/discounts", { code: "HALF", percentOff: 50, maxUses: 1 });
});
const { pay, rowOf, paymentsOf } = buyerOf(() => site);
let provider: TestApp["sales"]["stripe"];
beforeAll(() => {
  provider = site.sales.stripe;
});
afterEach(() => {
  site.sales.stripe = provider;
});

const FULL = { totalCents: 1000 };
const HALF = { totalCents: 500, code: "half" };
const urlOf = async (input: object) => (await pay(token, input)).body.returnUrl;
const usesOfCode = async () => (await seller.call("GET", "/api/discounts")).body.discounts[0].uses;
const orderOf = async () => (await seller.call("GET", `/api/orders/${(await rowOf(token)).id}`)).body.order;
const refund = async () =>
  seller.call("POST", `/api/orders/${(await rowOf(token)).id}/refund`, {
    requestId: randomUUID(),
    reason: "requested",
  });
/** Acts as a provider that reports a payment as closed but still takes its money. */
const closeNothing = () => {
  site.sales.stripe = { ...provider, closePayment: async () => true };
};

test.each([
  { way: "at once", actions: ["pay"] },
  { way: "days later", actions: ["pay-late", "confirm"] },
])(
  "the money of an earlier attempt that arrives $way is booked as what that attempt was for, and is refunded",
  async ({ actions }) => {
    const first = await urlOf(FULL);
    closeNothing();
    await urlOf(HALF);
    expect(await rowOf(token)).toMatchObject({ amount_cents: 500, discount_reserved: true });
    for (const action of actions) await atSandbox(site, first, action);
    await site.settled();
    expect(await rowOf(token)).toMatchObject({
      status: "paid",
      amount_cents: 1000,
      item_cents: 1000,
      fee_cents: 50,
      discount_id: null,
      discount_code: null,
      discount_cents: 0,
      discount_reserved: false,
    });
    expect(await usesOfCode()).toBe(0);
    expect(await orderOf()).toMatchObject({ amount_cents: 1000, net_cents: 950 });
    expect(await refund()).toMatchObject({
      status: 201,
      body: { order: { status: "refunded", refunded_cents: 1000, net_cents: 0 } },
    });
  },
);

test("keeps the discount of an earlier attempt whose code is used up meanwhile", async () => {
  const first = await urlOf(HALF);
  closeNothing();
  await urlOf(FULL);
  expect(await usesOfCode()).toBe(0);
  await completeAtSandbox(site, first, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 500, discount_code: "HALF" });
  expect(await usesOfCode()).toBe(1);
});

test("corrects and refunds an order whose amounts differ from its payment when it is read", async () => {
  const first = await urlOf(FULL);
  await completeAtSandbox(site, first, "pay");
  await site.sql`update orders set amount_cents = 500, fee_cents = 25 where id = ${(await rowOf(token)).id}`;
  expect((await refund()).status).toBe(201);
  expect(await orderOf()).toMatchObject({ amount_cents: 1000, refunded_cents: 1000, net_cents: 0 });
});

test("books a payment without stored values from an earlier release with its amount", async () => {
  const first = await urlOf(FULL);
  closeNothing();
  await urlOf(HALF);
  await site.query("update order_payments set purchase = null");
  await completeAtSandbox(site, first, "pay");
  expect(await rowOf(token)).toMatchObject({
    status: "paid",
    amount_cents: 1000,
    item_cents: 1000,
    discount_cents: 0,
    fee_cents: 50,
  });
});

const REJECTED = [
  { what: "a wrong code", input: { ...HALF, code: "wrong" }, status: 400 },
  { what: "another total", input: { totalCents: 999 }, status: 409 },
  { what: "no total", input: { totalCents: null }, status: 400 },
];

test.each(REJECTED)("keeps the open payment despite $what", async ({ input, status }) => {
  const url = await urlOf(FULL);
  expect((await pay(token, input)).status).toBe(status);
  expect((await paymentsOf(token)).map((payment) => payment.status)).toEqual(["open"]);
  await completeAtSandbox(site, url, "pay");
  expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 1000 });
});

test("keeps the open payment despite a missing consent", async () => {
  await seller.call("POST", "/api/seller", {
    legalName: SELLER.legal_name,
    address: SELLER.address,
    country: SELLER.country,
    email: SELLER.email,
    isTrader: true,
  });
  await urlOf({ ...FULL, consent: true });
  expect(await pay(token, { ...FULL, consent: false })).toMatchObject(
    fieldRejection("consent", expect.any(String)),
  );
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["open"]);
});

test("accepts another input with the code that the open payment reserves", async () => {
  await urlOf(HALF);
  expect((await pay(token, { ...HALF, note: "As a gift" })).status).toBe(200);
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
  expect(await usesOfCode()).toBe(1);
});
