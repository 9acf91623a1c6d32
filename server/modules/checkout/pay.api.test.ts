import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ADDRESS,
  addProduct,
  addTile,
  fieldRejection,
  mailsTo,
  modelOf,
  offerFile,
  payFree,
  rejection,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import {
  acceptLatePayments,
  atSandbox,
  BUYER_EMAIL,
  buyerOf,
  completeAtSandbox,
  signUpSeller,
  startPaid,
} from "../../testing/payers.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
let seller: TestUser;
let tileId: number;
beforeAll(async () => {
  seller = await signUpSeller(site);
  await acceptLatePayments(site, seller);
  tileId = (await offerFile(site, seller)).tile.id;
});

const { pay, show, back, rowOf, paymentsOf } = buyerOf(() => site);
/** Sells a product of this seller through a new tile. */
async function offer(given: Record<string, unknown>, user = seller) {
  const product = await addProduct(user, { name: "Mug", type: "physical", priceCents: 1000, ...given });
  const type = given.type === "tip" ? "tip" : "product";
  const tile = await addTile(user, { type, productId: product.id });
  return { productId: product.id as number, tileId: tile.id as number };
}

describe("an order that is paid with money", () => {
  test("opens the provider's page for an order, and delivers the paid order once", async () => {
    const token = await startPaid(site, tileId);
    expect((await show(token)).order).toMatchObject({
      status: "pending",
      mock: false,
      provider: "stripe",
      amount_cents: 2500,
      price: { item_cents: 2500, total_cents: 2500, minimum_cents: null },
      needs: { email: true, consent: false, address: false },
    });
    const started = await pay(token);
    expect(started).toMatchObject({
      status: 200,
      body: { returnUrl: expect.stringMatching(/\/sandbox\/payments\//) },
    });
    expect(await rowOf(token)).toMatchObject({
      status: "pending",
      paid_at: null,
      fee_cents: 125,
      mode: "sandbox",
    });
    const { body } = await pay(token);
    expect(body.returnUrl, "a repeat is the same payment").toBe(started.body.returnUrl);
    await completeAtSandbox(site, started.body.returnUrl, "pay");
    const returned = await back(token);
    expect(returned.searchParams.get("status")).toBe("success");
    const download = `/api/orders/download/${returned.searchParams.get("downloadToken")}`;
    expect((await site.call("GET", download)).text).toBe("The notes.");
    expect(await rowOf(token)).toMatchObject({
      status: "paid",
      number: `SANDBOX-${seller.creator.id}-1`,
      provider_fee_cents: 63,
    });
    expect(await paymentsOf(token)).toMatchObject([
      { status: "paid", amount_cents: 2500, fee_cents: 125, parameters: null },
    ]);
    const sold = await site.sql`select * from events where event = 'purchase' and tile_id = ${tileId}`;
    expect(sold).toHaveLength(1);
    expect((await mailsTo(site, BUYER_EMAIL, "receipt")).length).toBe(1);
    expect((await pay(token)).body.returnUrl).toMatch(/status=success/);
  });

  test("requires an email and the total that was shown", async () => {
    const token = await startPaid(site, tileId);
    expect(await pay(token, { email: "" })).toMatchObject(
      fieldRejection("email", "Enter your email: the receipt and the download go there."),
    );
    expect((await pay(token, { totalCents: undefined })).body.details.fieldErrors).toHaveProperty(
      "totalCents",
    );
    expect(await pay(token, { totalCents: 1 })).toMatchObject({
      status: 409,
      body: { code: "checkout.changed", details: { totalCents: 2500 } },
    });
    expect(await paymentsOf(token)).toEqual([]);
  });

  test("starts one payment for two concurrent requests on two nodes", async () => {
    const token = await startPaid(site, tileId);
    const responses = await Promise.all([site, other, site, other].map((node) => pay(token, {}, node)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.returnUrl)).size).toBe(1);
    expect(await paymentsOf(token)).toHaveLength(1);
  });

  test("closes the incomplete payment and starts another when the input changes", async () => {
    const token = await startPaid(site, tileId);
    const first = (await pay(token)).body.returnUrl;
    expect((await pay(token, { email: "other@example.org" })).body.returnUrl).not.toBe(first);
    expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
    await completeAtSandbox(site, first, "pay");
    expect((await rowOf(token)).paid_at, "a closed payment cannot be paid").toBeNull();
  });

  test("keeps the checkout of a cancelled payment closed", async () => {
    const token = await startPaid(site, tileId);
    const { returnUrl } = (await pay(token)).body;
    expect((await back(token)).searchParams.get("status")).toBe("pending");
    const left = await site.call("POST", `/api/public/checkout/${token}/cancel`);
    expect(left.body.returnUrl).toMatch(/status=cancelled/);
    await completeAtSandbox(site, returnUrl, "pay");
    expect(await rowOf(token)).toMatchObject({ status: "cancelled", paid_at: null });
    expect(await pay(token)).toMatchObject(rejection(409, "checkout.cancelled"));
  });

  test("keeps an order that was paid before its cancellation", async () => {
    const token = await startPaid(site, tileId);
    await atSandbox(site, (await pay(token)).body.returnUrl, "pay");
    const left = await site.call("POST", `/api/public/checkout/${token}/cancel`);
    expect(left.body.returnUrl).toMatch(/status=success/);
  });

  test("confirms a payment that takes days later by email", async () => {
    const token = await startPaid(site, tileId);
    const { returnUrl } = (await pay(token, { email: "late@example.org" })).body;
    await completeAtSandbox(site, returnUrl, "pay-late");
    expect(await rowOf(token)).toMatchObject({ status: "processing", paid_at: null });
    const { pathname, search, searchParams } = await back(token);
    expect(searchParams.get("status")).toBe("pending");
    const returned = modelOf((await site.call("GET", pathname + search)).text);
    expect(returned).toMatchObject({ isProcessing: true, nextPollUrl: null });
    expect((await pay(token, { email: "late@example.org" })).body.returnUrl).toMatch(/status=pending/);
    await completeAtSandbox(site, returnUrl, "confirm");
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
    const subjects = (await mailsTo(site, "late@example.org")).map(({ subject }) => subject);
    expect(subjects).toEqual(["payment-notice", "receipt"]);
  });

  test("accepts another payment after a late failure", async () => {
    const token = await startPaid(site, tileId);
    const { returnUrl } = (await pay(token)).body;
    await atSandbox(site, returnUrl, "pay-late");
    await completeAtSandbox(site, returnUrl, "reject");
    expect(await rowOf(token)).toMatchObject({ status: "failed" });
    expect((await back(token)).searchParams.get("status")).toBe("failed");
    const again = (await pay(token)).body.returnUrl;
    await completeAtSandbox(site, again, "pay");
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
  });

  test("reads a payment whose event was lost in a job", async () => {
    const token = await startPaid(site, tileId);
    const { returnUrl } = (await pay(token)).body;
    await atSandbox(site, returnUrl, "lose-event");
    await completeAtSandbox(site, returnUrl, "pay");
    expect(await rowOf(token)).toMatchObject({ status: "pending" });
    await site.query("update order_payments set next_read_at = now() where status = 'open'");
    await site.runNow("orders.reconcile");
    await site.settled();
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
  });
});

describe("a price that changes between the page and paying", () => {
  test("shows a new price before anything is charged, and keeps the values of a started payment", async () => {
    const { tileId, productId } = await offer({ type: "digital", name: "Guide" });
    const token = await startPaid(site, tileId);
    const started = (await pay(token, { totalCents: 1000 })).body.returnUrl;
    await seller.call("PATCH", `/api/products/${productId}`, { priceCents: 1200 });
    await completeAtSandbox(site, started, "pay");
    expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 1000 });

    const next = await startPaid(site, tileId);
    await seller.call("PATCH", `/api/products/${productId}`, { priceCents: 1300 });
    expect(await pay(next, { totalCents: 1200 })).toMatchObject({
      status: 409,
      body: { code: "checkout.changed", details: { totalCents: 1300 } },
    });
    await seller.call("PATCH", `/api/products/${productId}`, { name: "Another guide" });
    expect((await pay(next, { totalCents: 1300 })).body.code).toBe("checkout.changed");
    expect((await pay(next, { totalCents: 1300 })).status, "now the buyer has seen it").toBe(200);
    expect((await rowOf(next)).name).toBe("Another guide");
  });

  test("rejects the payment of a product that is no longer for sale", async () => {
    const { tileId, productId } = await offer({ type: "digital" });
    const token = await startPaid(site, tileId);
    await seller.call("PATCH", `/api/products/${productId}`, { active: false });
    expect(await pay(token, { totalCents: 1000 })).toMatchObject(rejection(409, "checkout.not_for_sale"));
  });
});

describe("amounts, codes, shipping and stock", () => {
  beforeEach(async () => {
    seller = await signUpSeller(site);
    await acceptLatePayments(site, seller);
  });

  test("accepts a tip whose amount is within bounds", async () => {
    const { tileId } = await offer({ type: "tip", name: "Coffee", priceCents: 300 });
    const token = await startPaid(site, tileId);
    expect((await show(token)).order.price).toMatchObject({
      suggestions: [300, 600, 1500],
      minimum_cents: 50,
    });
    expect((await show(token, "?amountCents=700")).order.price.total_cents).toBe(700);
    expect(await site.call("GET", `/api/public/checkout/${token}?amountCents=10`)).toMatchObject({
      status: 400,
      body: { details: { fieldErrors: { amountCents: expect.any(Array) } } },
    });
    expect((await pay(token, { amountCents: 10, totalCents: 10 })).body.details.fieldErrors).toHaveProperty(
      "amountCents",
    );
    for (const amountCents of [100_001, 99_999_999, 100_000_000]) {
      const high = await pay(token, { amountCents, totalCents: 100_000 });
      expect(high.body.details?.fieldErrors).toEqual({ amountCents: ["Choose at most €1,000.00."] });
    }
    const { returnUrl } = (await pay(token, { amountCents: 700, totalCents: 700, note: "Thanks!" })).body;
    const [atProvider] = await site.sql`select sandbox_payments.order_number from sandbox_payments
       join order_payments on order_payments.provider_id = sandbox_payments.id where order_payments.order_id = ${(await rowOf(token)).id}`;
    expect(atProvider.order_number, "no id of the order").toBe("");
    await completeAtSandbox(site, returnUrl, "pay");
    expect(await rowOf(token)).toMatchObject({
      status: "paid",
      amount_cents: 700,
      fee_cents: 35,
      note: "Thanks!",
    });
  });

  test("charges shipping by country, without a platform fee", async () => {
    const { tileId } = await offer({ shippingCents: 490, shippingAbroadCents: 990 });
    const token = await startPaid(site, tileId);
    expect((await show(token)).order).toMatchObject({
      price: { shipping_cents: 490 },
      needs: { address: true },
    });
    expect((await pay(token, { totalCents: 1490 })).body.details.fieldErrors).toHaveProperty("address");
    expect((await pay(token, { totalCents: 1490, address: ADDRESS })).status).toBe(200);
    expect(await rowOf(token)).toMatchObject({
      shipping_cents: 490,
      amount_cents: 1490,
      fee_cents: 50,
      buyer_country: "DE",
    });
  });

  test("sells the last unit once on two nodes and returns it when its payment ends unpaid", async () => {
    const { tileId, productId } = await offer({ stock: 1 });
    const tokens = await Promise.all([1, 2, 3].map(() => startPaid(site, tileId)));
    const responses = await Promise.all(
      tokens.map((token, index) =>
        pay(token, { totalCents: 1000, address: ADDRESS }, index % 2 ? other : site),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe("checkout.sold_out");
    expect((await site.call("POST", "/api/public/checkout", { tileId })).body.code).toBe("checkout.sold_out");
    const winner = tokens[responses.findIndex(({ status }) => status === 200)] ?? "";
    await site.call("POST", `/api/public/checkout/${winner}/cancel`);
    const [product] = await site.sql`select stock from products where id = ${productId}`;
    expect(product.stock).toBe(1);
  });

  test("accepts a late payment of a released last unit, and emails the creator", async () => {
    const { tileId, productId } = await offer({ stock: 1 });
    const token = await startPaid(site, tileId);
    const { returnUrl } = (await pay(token, { totalCents: 1000, address: ADDRESS })).body;
    await site.sql`update order_payments set status = 'expired' where url = ${returnUrl}`;
    const { id } = await rowOf(token);
    await site.sql`update orders set status = 'expired' where id = ${id}`;
    await site.sql`update order_lines set stock_reserved = false where order_id = ${id}`;
    await site.sql`update products set stock = 0 where id = ${productId}`;
    await completeAtSandbox(site, returnUrl, "pay");
    expect(await rowOf(token)).toMatchObject({ status: "paid" });
    const notices = await mailsTo(site, seller.email, "payment-notice");
    const { number } = await rowOf(token);
    expect(number).toEqual(expect.any(String));
    expect(notices.map(({ html }) => JSON.parse(html))).toContainEqual(
      expect.objectContaining({ notice: "oversold", number }),
    );
  });

  test("uses a discount code for a payment, and releases it when the payment fails", async () => {
    const { tileId } = await offer({ type: "digital" });
    await seller.call("POST", "/api/discounts", {
      code: "SPRING",
      percentOff: 20,
      maxUses: 1,
      oncePerBuyer: false,
    });
    const [first, second] = [await startPaid(site, tileId), await startPaid(site, tileId)];
    expect((await show(first, "?code=spring")).order.price).toMatchObject({
      discount_cents: 200,
      total_cents: 800,
    });
    expect((await site.call("GET", `/api/public/checkout/${first}?code=nothing`)).status).toBe(400);
    const given = { totalCents: 800, code: "spring" };
    expect((await pay(first, given)).status).toBe(200);
    expect(await pay(second, given)).toMatchObject(rejection(409, "discounts.used_up"));
    await site.call("POST", `/api/public/checkout/${first}/cancel`);
    expect((await pay(second, given)).status).toBe(200);
  });
});

describe("a free product", () => {
  test("delivers a free product immediately for an email, even without a connected account", async () => {
    const maker = await signUpVerified(site);
    const { tile, product } = await offerFile(site, maker);
    await maker.call("PATCH", `/api/products/${product.id}`, { priceCents: 0 });
    const { token, returnUrl } = await payFree(site, tile.id, { marketingConsent: true });
    expect(returnUrl).toMatch(/status=success&downloadToken=/);
    expect(await rowOf(token)).toMatchObject({
      provider: "free",
      status: "paid",
      amount_cents: 0,
      consent_text: null,
      marketing_consent_text: expect.stringContaining("news"),
      marketing_consent_at: expect.any(Date),
    });
    expect(await paymentsOf(token)).toMatchObject([{ provider: "free", status: "paid" }]);
    const started = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
    const next = started.body.mockCheckoutUrl.replace("/checkout/pay/", "");
    expect((await pay(next, { email: null, totalCents: 0 })).body.details.fieldErrors).toHaveProperty(
      "email",
    );
  });
});

test("accepts payments that take days once the seller enables them", async () => {
  const anna = await signUpSeller(site);
  const { tile } = await offerFile(site, anna);
  const allowed = async () => {
    const token = await startPaid(site, tile.id);
    expect((await pay(token)).status).toBe(200);
    const [payment] = await paymentsOf(token);
    return payment.parameters.allowLate;
  };
  const turn = (enabled: boolean) =>
    anna.call("POST", "/api/connect/delayed-payments", { enabled }).then(({ body }) => body);
  expect(await allowed()).toBe(false);
  expect(await turn(true)).toMatchObject({ delayedPaymentsEnabled: true });
  expect(await allowed()).toBe(true);
  expect(await turn(false)).toMatchObject({ delayedPaymentsEnabled: false });
  expect(await allowed()).toBe(false);
});
