import { describe, expect, test } from "vitest";
import {
  ADDRESS,
  buy,
  mailsTo,
  offer,
  offerFile,
  signUpVerified,
  startCheckout,
} from "../../../testing/factories.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { plan: "creator", verified: true, displayName: "Anna" });

const show = (id: number, user = anna) => user.call("GET", `/api/orders/${id}`);
const ship = (id: number, body?: object, user = anna) => user.call("POST", `/api/orders/${id}/ship`, body);

async function buyBowl() {
  return buy(site, (await offer(anna)).tile.id);
}

describe("an order's detail", () => {
  test("has payments, refunds, disputes and history, and no evidence without a dispute", async () => {
    const { id } = await buy(site, (await offerFile(site, anna)).tile.id);
    expect((await show(id)).body.order).toMatchObject({
      id,
      status: "paid",
      number: expect.stringMatching(/^MOCK-/),
      note: null,
      buyer: { email: "buyer@example.org", country: null, address: null },
      payments: [{ status: "paid", amount_cents: 2500, is_duplicate: false, url: null }],
      refundable_cents: 2500,
      shipped_at: null,
      tracking: null,
      refunds: [],
      disputes: [],
      evidence: null,
    });
  });

  test("names the discount's code to seller and buyer, with the parts of the price", async () => {
    const { tile } = await offer(anna, { type: "physical", priceCents: 4800, shippingCents: 690 });
    await anna.call("POST", "/api/discounts", { code: "SUNDAY10", percentOff: 10 });
    const token = await startCheckout(site, tile.id);
    const paid = { email: "b@example.org", totalCents: 5010, code: "sunday10", address: ADDRESS };
    expect((await site.call("POST", `/api/public/checkout/${token}/pay`, paid)).status).toBe(200);
    const parts = { discount_cents: 480, discount_code: "SUNDAY10", shipping_cents: 690, amount_cents: 5010 };
    const [order] = (await anna.call("GET", "/api/orders")).body.orders;
    expect((await show(order.id)).body.order).toMatchObject(parts);
    const [row] = await site.sql`select seed from orders where id = ${order.id}`;
    const seen = await site.call("GET", `/api/public/orders/${site.tokens.order(row.seed)}`);
    expect(seen.body.order).toMatchObject(parts);
  });

  test("is visible only to its creator", async () => {
    const { id } = await buyBowl();
    const ben = await signUpVerified(site);
    const missing = { status: 404, body: { error: "Order not found.", code: "not_found" } };
    expect(await show(id, ben)).toMatchObject(missing);
    expect(await ship(id, {}, ben)).toMatchObject(missing);
    expect((await site.call("GET", `/api/orders/${id}`)).status).toBe(401);
  });

  test("contains evidence while a dispute needs a response: purchase, consent, emails, downloads", async () => {
    const { id, downloadToken } = await buy(site, (await offerFile(site, anna)).tile.id);
    // As in an order that was paid at a provider.
    await site.sql`update orders set provider = 'stripe', mode = 'sandbox', number = 'SANDBOX-1-1', buyer_country = 'DE',
       consent_text = 'Deliver it now.', consent_at = '2026-11-21T14:05:09Z' where id = ${id}`;
    await anna.call("POST", `/api/orders/${id}/resend`);
    await site.call("GET", `/api/orders/download/${downloadToken}`);
    await site.sql`insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status, respond_by, url)
       select 'stripe', 'du_1', order_id, id, 2500, 'open', '2026-12-01T12:00:00Z', 'https://dashboard.stripe.com/disputes/du_1'
       from order_payments where order_id = ${id}`;
    const { order } = (await show(id)).body;
    expect(order.refundable_cents).toBe(0);
    expect(order.disputes).toEqual([
      {
        amount_cents: 2500,
        status: "open",
        respond_by: "2026-12-01T12:00:00.000Z",
        url: "https://dashboard.stripe.com/disputes/du_1",
      },
    ]);
    const utc = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
    expect(order.evidence).toMatch(
      new RegExp(
        [
          `Order: ${id} [(]receipt SANDBOX-1-1[)]`,
          "Product: Notes [(]digital[)]",
          "Amount: €25.00",
          `Paid: ${utc}`,
          "Buyer's email: buyer@example.org",
          "Buyer's country: DE",
          'Agreed by the buyer at 2026-11-21 14:05:09 UTC: "Deliver it now."',
          "Emails sent to the buyer",
          `- ${utc}: Receipt`,
          "Downloads by the buyer: 1",
          `- ${utc}`,
        ].join("\n"),
      ),
    );
    await site.sql`update order_disputes set status = 'lost' where order_id = ${id}`;
    expect((await show(id)).body.order.evidence).toBeNull();
  });

  test("downloads in the mock checkout are counted and not recorded", async () => {
    const { id, downloadToken } = await buy(site, (await offerFile(site, anna)).tile.id);
    await site.call("GET", `/api/orders/download/${downloadToken}`);
    const { downloads, history } = (await show(id)).body.order;
    expect(downloads).toBe(1);
    expect(JSON.stringify(history)).not.toMatch(/downloaded|emailed/);
  });
});

describe("shipping", () => {
  test("marks the order, emails the buyer once and keeps the first time", async () => {
    const { id, orderToken } = await buyBowl();
    expect(await ship(id, { tracking: "DHL 1" })).toMatchObject({ status: 200 });
    await ship(id, { tracking: "DHL 1" });
    const mails = async () =>
      (await mailsTo(site, "buyer@example.org", "shipped")).map(({ html }) => JSON.parse(html));
    expect(await mails()).toMatchObject([
      { tracking: "DHL 1", links: { main: expect.stringContaining(`/orders/${orderToken}`) } },
    ]);
    const [before] = await site.sql`select shipped_at from order_lines where order_id = ${id}`;
    expect((await ship(id, { tracking: "DHL 2" })).status).toBe(200);
    expect(await site.sql`select shipped_at, tracking from order_lines where order_id = ${id}`).toEqual([
      { ...before, tracking: "DHL 2" },
    ]);
    expect((await mails()).map(({ tracking }) => tracking)).toEqual(["DHL 1", "DHL 2"]);
    await ship(id, { tracking: "DHL 1" });
    expect((await mails()).at(-1), "changed back").toMatchObject({ tracking: "DHL 1" });
    expect(await mails()).toHaveLength(3);
    await ship(id, { tracking: "DHL 2" });
    const { history, shipped_at, tracking } = (await show(id)).body.order;
    expect({ shipped_at, tracking }).toEqual({
      shipped_at: before?.shipped_at.toISOString(),
      tracking: "DHL 2",
    });
    expect(history.filter(({ by }: { by: string }) => by === "creator")).toMatchObject([
      { by: "creator", what: "shipped", note: "DHL 1" },
      { by: "creator", what: "shipped", note: "DHL 2" },
      { by: "creator", what: "shipped", note: "DHL 1" },
      { by: "creator", what: "shipped", note: "DHL 2" },
    ]);
  });

  test("needs no body", async () => {
    expect((await ship((await buyBowl()).id)).status).toBe(200);
  });

  test("is rejected for an order that is unpaid, refunded or has nothing to ship", async () => {
    const rejected = {
      status: 409,
      body: { error: "This order is not paid, or has nothing to ship.", code: "orders.not_shippable" },
    };
    const { tile } = await offerFile(site, anna);
    expect(await ship((await buy(site, tile.id)).id)).toMatchObject(rejected);
    const { id } = await buyBowl();
    for (const status of ["pending", "refunded", "disputed"]) {
      await site.sql`update orders set status = ${status} where id = ${id}`;
      expect(await ship(id)).toMatchObject(rejected);
    }
  });
});
