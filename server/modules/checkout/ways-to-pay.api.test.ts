import { describe, expect, test } from "vitest";
import { en } from "../../../contract/rules/legal-texts/en.ts";
import { linesOf } from "../../platform/payments/adapters/stripe/stripe-requests.test-kit.ts";
import { stripeSales } from "../../platform/payments/adapters/stripe/stripe-sales.ts";
import { testStripe } from "../../platform/payments/adapters/stripe/stripe-server.test-kit.ts";
import {
  ADDRESS,
  addFile,
  mailsTo,
  offer,
  readOrder,
  signUpVerified,
  type TestUser,
  upgrade,
} from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { atSandbox, buyerOf, saveSeller, signUpConnected, signUpSeller } from "../../testing/payers.ts";
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
  /** The total price. */
  priceCents: number;
  shippingCents: number;
  number: RegExp;
  /** Pays on the provider's page. */
  finish?: (site: TestApp, token: string, url: string) => Promise<unknown>;
};

const PAID = { priceCents: 2000, shippingCents: 500 };
const WAYS: Way[] = [
  {
    way: "in the mock checkout",
    site: () => sandbox,
    seller: () => signUpVerified(sandbox),
    ...PAID,
    number: /^MOCK-\d+-\d+$/,
  },
  {
    way: "for nothing",
    site: () => sandbox,
    seller: () => signUpVerified(sandbox),
    priceCents: 0,
    shippingCents: 0,
    number: /^\d+-\d+$/,
  },
  {
    way: "in the sandbox",
    site: () => sandbox,
    seller: () => signUpSeller(sandbox),
    ...PAID,
    number: /^SANDBOX-\d+-\d+$/,
    finish: (site, _token, url) => atSandbox(site, url, "pay"),
  },
  {
    way: "at Stripe",
    site: () => real,
    seller: () => signUpConnected(real),
    ...PAID,
    number: /^TEST-\d+-\d+$/,
    finish: async (site, token) => {
      const [payment] = await buyerOf(() => site).paymentsOf(token);
      await stripe.bank.pay({ id: payment.provider_id });
      await site.orderPayments.refreshPayment(payment.id);
    },
  },
];
const FOR_MONEY = WAYS.filter(({ priceCents }) => priceCents > 0);

const sellers = new Map<string, TestUser>();

/** A shop with seller details, and a buyer's actions. */
async function openShop({ way, site: siteOf, seller: signUp, finish }: Way) {
  const site = siteOf();
  const seller = sellers.get(way) ?? (await signUp());
  if (!sellers.has(way)) await Promise.all([saveSeller(seller), upgrade(site, seller)]);
  sellers.set(way, seller);
  const buyer = buyerOf(() => site);
  const start = async (tileId: number) => {
    const started = await site.call("POST", "/api/public/checkout", { tileId });
    return String(started.body.mockCheckoutUrl).split("/").at(-1) ?? "";
  };
  const pay = async (token: string, input: object) => {
    const response = await buyer.pay(token, input);
    const { returnUrl } = response.body;
    if (response.status === 200 && !returnUrl.startsWith("/")) await finish?.(site, token, returnUrl);
    await site.settled();
    return response;
  };
  const readOrderOf = async (token: string) =>
    readOrder(site, site.tokens.order((await buyer.rowOf(token)).seed));
  return { ...buyer, site, seller, start, pay, readOrderOf };
}

test.for(WAYS)(
  "takes one unit for each sale $way, and does not report the last one as oversold",
  async (way) => {
    const { site, seller, start, pay, paymentsOf, rowOf } = await openShop(way);
    const totalCents = way.priceCents;
    const { product, tile } = await offer(seller, { type: "digital", priceCents: totalCents, stock: 2 });
    const stock = async () => (await site.sql`select stock from products where id = ${product.id}`)[0].stock;
    for (const left of [1, 0]) {
      const token = await start(tile.id);
      const paid = await pay(token, { totalCents, consent: true });
      expect(paid.status, paid.text).toBe(200);
      expect(await rowOf(token)).toMatchObject({ status: "paid", stock_reserved: true, reserved_by: null });
      expect(await paymentsOf(token)).toHaveLength(1);
      expect(await stock()).toBe(left);
    }
    const soldOut = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
    expect(soldOut).toMatchObject({ status: 409, body: { code: "checkout.sold_out" } });
    expect(await mailsTo(site, seller.email, "payment-notice")).toEqual([]);
    expect(await site.query("select * from order_events where what = 'oversold'")).toEqual([]);
  },
);

test.for(WAYS)(
  "goods bought $way are priced with shipping, sent to an address, and numbered",
  async (way) => {
    const { priceCents, shippingCents } = way;
    const { seller, start, pay, show, rowOf, readOrderOf, site } = await openShop(way);
    const given = { type: "physical", priceCents, shippingCents };
    const token = await start((await offer(seller, given)).tile.id);
    const totalCents = priceCents + shippingCents;
    expect((await show(token)).order).toMatchObject({
      amount_cents: totalCents,
      needs: { address: true },
      countries: ["DE"],
      price: { item_cents: priceCents, shipping_cents: shippingCents },
      seller: { legal_name: "Anna Weber" },
    });
    expect((await pay(token, { totalCents })).body.details.fieldErrors).toHaveProperty("address");
    expect(await pay(token, { totalCents: totalCents + 1, address: ADDRESS })).toMatchObject({
      status: 409,
      body: { code: "checkout.changed", details: { totalCents } },
    });
    const entered = { totalCents, address: ADDRESS, company: "Weber GmbH", note: "Ring twice" };
    expect((await pay(token, entered)).status).toBe(200);
    expect(await readOrderOf(token)).toMatchObject({
      status: "paid",
      amount_cents: totalCents,
      number: expect.stringMatching(way.number),
      seller: { legal_name: "Anna Weber" },
      company: priceCents > 0 ? { name: "Weber GmbH" } : null,
      shipping: { cents: shippingCents, city: ADDRESS.city, shipped_at: null },
    });
    const { id } = await rowOf(token);
    const { order } = (await seller.call("GET", `/api/orders/${id}`)).body;
    expect(order).toMatchObject({
      note: "Ring twice",
      buyer: { country: "DE", address: { line1: ADDRESS.line1 } },
    });
    expect(order.history.filter(({ what }: { what: string }) => what === "paid")).toHaveLength(1);
    expect(
      await site.query("select * from orders where id <> $1 and number is not null", [id]),
    ).not.toContainEqual(expect.objectContaining({ number: order.number }));
  },
);

test.for(WAYS)("sells a business's file $way with the required consent", async (way) => {
  const { priceCents: totalCents } = way;
  const { seller, start, pay, show, readOrderOf } = await openShop(way);
  const digitalFilePath = await addFile(way.site(), seller, "The notes.");
  const file = { type: "digital", priceCents: totalCents, digitalFilePath };
  const token = await start((await offer(seller, file)).tile.id);
  const text = totalCents > 0 ? en.digital.text : null;
  expect((await show(token)).order.consent_text).toBe(text);
  expect((await pay(token, { totalCents })).status).toBe(totalCents > 0 ? 400 : 200);
  expect((await pay(token, { totalCents, consent: true })).status).toBe(200);
  expect((await readOrderOf(token)).consent?.text ?? null).toBe(text);
  expect((await pay(token, { totalCents, consent: true })).status, "repeated").toBe(200);
});

test.for(WAYS)("rejects the payment of a checkout that was cancelled $way", async (way) => {
  const { seller, start, pay, site, rowOf } = await openShop(way);
  const token = await start((await offer(seller, { type: "digital", priceCents: way.priceCents })).tile.id);
  const cancelled = await site.call("POST", `/api/public/checkout/${token}/cancel`);
  expect(cancelled.body.returnUrl).toContain("status=cancelled");
  const late = await pay(token, { totalCents: way.priceCents, consent: true });
  expect(late).toMatchObject({ status: 409, body: { code: "checkout.cancelled" } });
  expect(await rowOf(token)).toMatchObject({ status: "cancelled", paid_at: null });
});

describe("for a price", () => {
  test.for(FOR_MONEY)("lowers the amount paid $way by a code, and counts it once", async (way) => {
    const { seller, start, pay, rowOf } = await openShop(way);
    await seller.call("POST", "/api/discounts", { code: "SPRING", percentOff: 20, maxUses: 1 });
    const { tile } = await offer(seller, { type: "digital", priceCents: 1000 });
    const [token, next] = [await start(tile.id), await start(tile.id)];
    const given = { totalCents: 800, code: "spring", consent: true };
    expect((await pay(token, { ...given, code: "WRONG" })).body.code).toBe("discounts.invalid");
    expect((await pay(token, given)).status).toBe(200);
    expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 800, discount_cents: 200 });
    expect(await pay(next, given)).toMatchObject({ status: 409, body: { code: "discounts.used_up" } });
    const [code] = (await seller.call("GET", "/api/discounts")).body.discounts;
    expect(code).toMatchObject({ uses: 1 });
  });

  test.for(FOR_MONEY)("makes an order $way free by a code for the whole price", async (way) => {
    const { seller, start, pay, rowOf } = await openShop(way);
    await seller.call("POST", "/api/discounts", { code: "GIFT", percentOff: 100 });
    const token = await start((await offer(seller, { type: "digital", priceCents: 1000 })).tile.id);
    const given = { totalCents: 0, code: "gift" };
    expect((await pay(token, { ...given, email: null })).body.details.fieldErrors).toHaveProperty("email");
    expect((await pay(token, given)).body.returnUrl).toContain("status=success");
    expect(await rowOf(token)).toMatchObject({ provider: "free", status: "paid", amount_cents: 0 });
  });

  test.for(FOR_MONEY)("charges a taken second offer $way with the product", async (way) => {
    const { seller, start, pay, rowOf, paymentsOf } = await openShop(way);
    const { product: poster } = await offer(seller, { name: "Poster", priceCents: 1500, shippingCents: 490 });
    const more = { offerProductId: poster.id, offerPriceCents: 800 };
    const album = await offer(seller, { name: "Album", type: "digital", priceCents: 1000, ...more });
    const token = await start(album.tile.id);
    const given = { totalCents: 2290, offer: true, consent: true, address: ADDRESS };
    expect((await pay(token, given)).status).toBe(200);
    expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 2290 });
    const [payment] = await paymentsOf(token);
    expect(payment).toMatchObject({ status: "paid", amount_cents: 2290 });
    if (way.way !== "at Stripe") return;
    const session = stripe.calls.findLast(({ call }) => call === "POST /v1/checkout/sessions");
    expect(linesOf(session?.fields ?? {})).toEqual([
      { name: "Album", amount: "1000", currency: "eur" },
      { name: "Poster", amount: "800", currency: "eur" },
      { name: "Shipping", amount: "490", currency: "eur" },
    ]);
  });

  test.for(FOR_MONEY)("accepts a chosen amount and a note for a tip $way", async (way) => {
    const { seller, start, pay, show, rowOf } = await openShop(way);
    const tip = await offer(seller, { type: "tip", priceCents: 300 }, { type: "tip" });
    const token = await start(tip.tile.id);
    expect((await show(token)).order.price).toMatchObject({ suggestions: [300, 600, 1500] });
    const tooLittle = await pay(token, { amountCents: 10, totalCents: 10 });
    expect(tooLittle.body.details.fieldErrors).toEqual({ amountCents: ["Choose at least €0.50."] });
    expect((await pay(token, { amountCents: 750, totalCents: 750, note: "Bravo" })).status).toBe(200);
    expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 750, note: "Bravo" });
  });
});
