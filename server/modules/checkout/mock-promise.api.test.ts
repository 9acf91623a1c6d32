import { beforeEach, describe, expect, test } from "vitest";
import {
  ADDRESS,
  FORM,
  mailsTo,
  modelOf,
  offer,
  offerFile,
  readOrder,
  signUpVerified,
  startCheckout,
  submitForm,
} from "../../testing/factories.ts";
import { buyerOf, saveSeller } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));
beforeEach(() => saveSeller(anna));

const { rowOf, paymentsOf, pay } = buyerOf(() => site);
const GOODS = { type: "physical", priceCents: 2000, shippingCents: 500 };
const start = async (given: object = GOODS) => startCheckout(site, (await offer(anna, { ...given })).tile.id);

describe("the promised responses of the mock checkout", () => {
  test.for([
    ["nothing", undefined],
    ["an email alone", { email: "buyer@example.org" }],
  ])("goods are paid with %s: neither address nor total is asked for", async ([, body]) => {
    const token = await start();
    const paid = await site.call("POST", `/api/public/checkout/${token}/pay`, body);
    expect(paid).toMatchObject({
      status: 200,
      body: {
        returnUrl: expect.stringMatching(
          /^\/checkout\/return\?status=success&handle=[\w-]+&order=[\w-]{43}$/,
        ),
      },
    });
    expect(await rowOf(token)).toMatchObject({
      status: "paid",
      mode: null,
      provider: "mock",
      fee_cents: 100,
    });
  });

  test("pays for a business's file without consent in the plain form", async () => {
    const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
    expect(await site.call("POST", `/checkout/mock/${token}`, "action=pay&email=", FORM)).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/checkout\/return\?status=success&downloadToken=/) },
    });
  });

  test("keeps the name, price and fee of an order's start", async () => {
    const { product, tile } = await offer(anna, { name: "Print", type: "digital", priceCents: 1000 });
    const token = await startCheckout(site, tile.id);
    await anna.call("PATCH", `/api/products/${product.id}`, { name: "Poster", priceCents: 9000 });
    const { order } = (await site.call("GET", `/api/public/checkout/${token}`)).body;
    expect(order).toMatchObject({ amount_cents: 1000, product: { name: "Print" } });
    expect((await site.call("POST", `/api/public/checkout/${token}/pay`, {})).status).toBe(200);
    expect(await rowOf(token)).toMatchObject({ name: "Print", amount_cents: 1000, fee_cents: 50 });
  });

  test("shows and pays an order from before the upgrade", async () => {
    const token = await start();
    await site.sql`update orders set amount_cents = item_cents, shipping_cents = 0
      where checkout_token_hash = ${site.tokens.hash(token)}`;
    const page = await site.call("GET", `/checkout/mock/${token}`);
    expect(modelOf(page.text)).toMatchObject({ page: "pay", mode: null, order: { amount_cents: 2500 } });
    expect((await site.call("POST", `/checkout/mock/${token}`, "action=pay", FORM)).status).toBe(303);
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
  });
});

test.for([
  ["goods", GOODS, "goods"],
  ["a file that is none", { type: "digital", priceCents: 900 }, "service"],
  ["a tip", { type: "tip", priceCents: 500 }, null],
] as const)(
  "a business informs about the right of withdrawal by what it sells: %s",
  async ([, given, withdrawal]) => {
    const token = await start(given);
    expect((await site.call("GET", `/api/public/checkout/${token}`)).body.order).toMatchObject({
      withdrawal,
    });
  },
);

test("informs about the right of withdrawal from a business's file", async () => {
  const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
  const { order } = (await site.call("GET", `/api/public/checkout/${token}`)).body;
  expect(order).toMatchObject({ withdrawal: "file" });
});

test("asks in the mock checkout for everything that a real sale needs except the email", async () => {
  const token = await start();
  const send = (fields: Record<string, string>) =>
    submitForm(site, `/checkout/mock/${token}`, { action: "pay", ...fields });
  const missing = await send({ totalCents: "2500" });
  expect(missing.status).toBe(400);
  expect(modelOf(missing.text)).toMatchObject({
    path: `/checkout/mock/${token}`,
    problems: { country: "Enter the address that it is sent to." },
    order: { needs: { email: false, address: true } },
  });
  expect((await send({ totalCents: "2000", ...ADDRESS })).status).toBe(409);
  expect((await send({ totalCents: "2500", ...ADDRESS })).status).toBe(303);
  expect(await rowOf(token)).toMatchObject({ status: "paid", buyer_country: "DE" });
});

test("names the mock checkout in its receipt, which repeats no input of the buyer", async () => {
  const token = await start();
  const email = "mara@example.org";
  const entered = {
    email,
    company: "Cheap Pills Ltd",
    note: "Buy now",
    address: { ...ADDRESS, name: "Click here" },
  };
  expect((await pay(token, { totalCents: 2500, ...entered })).status).toBe(200);
  const [receipt] = await mailsTo(site, email, "receipt");
  expect(receipt?.html).toContain("MOCK-");
  expect(JSON.parse(receipt?.html ?? "{}")).toMatchObject({
    mock: true,
    company: null,
    address: null,
    shippingCents: 500,
  });
  expect(receipt?.html).not.toMatch(/Cheap Pills|Buy now|Click here/);
  expect(await readOrder(site, site.tokens.order((await rowOf(token)).seed))).toMatchObject({
    company: { name: "Cheap Pills Ltd" },
    withdrawal: { possible: false, reason: "mock" },
  });
});

test("completes an interrupted payment of the mock checkout and reserves one unit", async () => {
  const { product, tile } = await offer(anna, { type: "digital", priceCents: 1000, stock: 3 });
  const token = await startCheckout(site, tile.id);
  const { mock } = site.sales;
  site.sales.mock = { ...mock, startPayment: () => Promise.reject(new Error("killed")) };
  expect((await pay(token, { totalCents: 1000, consent: true })).status).toBe(500);
  site.sales.mock = mock;
  expect(await rowOf(token)).toMatchObject({ status: "pending", stock_reserved: true });
  await site.query("update order_payments set next_read_at = now() where status = 'open'");
  await site.runNow("orders.reconcile");
  await site.settled();
  expect(await rowOf(token)).toMatchObject({ status: "paid" });
  expect(await paymentsOf(token)).toMatchObject([{ status: "paid", next_read_at: null }]);
  expect((await site.sql`select stock from products where id = ${product.id}`)[0].stock).toBe(2);
});

test("lets buyers pay more for a free product in the mock checkout, under its URL", async () => {
  const { tile } = await offer(anna, { type: "digital", priceCents: 0, minPriceCents: 0 });
  const started = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
  const token = started.body.mockCheckoutUrl.replace("/checkout/pay/", "");
  const { order } = (await site.call("GET", `/api/public/checkout/${token}?amountCents=700`)).body;
  expect(order).toMatchObject({ mock: true, amount_cents: 700 });
  expect((await pay(token, { amountCents: 700, totalCents: 700, consent: true })).status).toBe(200);
  expect(await rowOf(token)).toMatchObject({ provider: "mock", mode: null, amount_cents: 700 });
});
