import { beforeEach, describe, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import {
  fieldRejection,
  mailsTo,
  offerFile,
  signUpAs,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { mollieOptions, processEventOf, sellAtMollie } from "../../testing/mollie-site.ts";
import { buyerOf, onboard, readMe, startPaid } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie));
const plain = testSite();
const { pay, back, rowOf, paymentsOf } = buyerOf(() => site);

const statusOf = async (user: TestUser, query = "") =>
  (await user.call("GET", `/api/connect/status${query}`)).body;
const choose = (user: TestUser, paymentProvider: string) =>
  user.call("POST", "/api/creators/me", {
    handle: user.handle,
    displayName: user.displayName,
    paymentProvider,
  });
const admin = (node = site) => signUpAs(node, { verified: true, admin: true });
const anna = prepareEach(() => admin());

describe("the account of the operator's key at Mollie", () => {
  test("is offered only with a key", async () => {
    expect((await site.call("GET", "/api/public/config")).body.providers).toEqual(["stripe", "mollie"]);
    expect((await plain.call("GET", "/api/public/config")).body.providers).toEqual(["stripe"]);
    const bea = await admin(plain);
    expect(await bea.call("POST", "/api/connect/own", { provider: "mollie" })).toMatchObject({
      status: 409,
      body: { error: "This installation has no Mollie keys. Set MOLLIE_API_KEY first." },
    });
    expect(await statusOf(bea, "?provider=mollie")).toMatchObject({ offers: [], connected: false });
  });

  test("takes payments for an administrator's page, and selects Mollie", async () => {
    const { status, body } = await anna.call("POST", "/api/connect/own", { provider: "mollie" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ provider: "mollie", kind: "own", mode: "test", canSell: true, offers: ["connected", "own"] },
      account: { id: "pfl_own", restriction: null },
    });
    expect((await readMe(anna)).payment_provider).toBe("mollie");
    const someone = await signUpVerified(site);
    expect((await someone.call("POST", "/api/connect/own", { provider: "mollie" })).status).toBe(403);
  });

  test("takes no payments while it is blocked, and reports that", async () => {
    mollie.state.profile.status = "blocked";
    await anna.call("POST", "/api/connect/own", { provider: "mollie" });
    expect(await statusOf(anna, "?provider=mollie")).toMatchObject({
      canSell: false,
      account: { restriction: { status: "rejected", code: "blocked" } },
    });
  });

  test.for(["broken", "rate-limited", "unauthorized", "empty 200"] as const)(
    "is not selected while Mollie is %s",
    async (behavior) => {
      mollie.state.behavior = behavior;
      expect(await anna.call("POST", "/api/connect/own", { provider: "mollie" })).toMatchObject({
        status: 503,
        body: { error: "Couldn't read the installation's Mollie account." },
      });
      expect((await statusOf(anna)).connected).toBe(false);
    },
  );

  test("rejects an unknown provider at its field", async () => {
    expect(await anna.call("POST", "/api/connect/own", { provider: "paypal" })).toMatchObject(
      fieldRejection("provider", "Choose one of the payment providers."),
    );
  });
});

describe("a sale at Mollie", () => {
  let token: string;
  beforeEach(async () => {
    await sellAtMollie(anna);
    token = await startPaid(site, (await offerFile(site, anna)).tile.id);
  });
  const open = async () => {
    const { status, body, text } = await pay(token, { consent: true });
    if (status !== 200) throw new Error(`not started: ${text}`);
    const [payment] = await paymentsOf(token);
    return { id: payment.provider_id as string, url: body.returnUrl as string };
  };

  test("is paid on Mollie's page and delivered by its notice", async () => {
    const { id, url } = await open();
    expect(url).toBe(`${mollie.url}/checkout/${id}`);
    await mollie.bank.pay({ id });
    expect((await processEventOf(site, id)).status).toBe(200);
    expect(await rowOf(token)).toMatchObject({ status: "paid", provider: "mollie", fee_cents: 0 });
    expect(await mailsTo(site, "buyer@example.org", "receipt")).toHaveLength(1);
  });

  test("is found by the return page and by regular reads if its notice was lost", async () => {
    const { id } = await open();
    await mollie.bank.pay({ id });
    expect((await back(token)).searchParams.get("status")).toBe("success");
    const other = await startPaid(site, (await offerFile(site, anna)).tile.id);
    await pay(other, { consent: true });
    await mollie.bank.pay({ id: (await paymentsOf(other))[0].provider_id });
    await site.query("update order_payments set next_read_at = now() where next_read_at is not null");
    await site.runNow("orders.reconcile");
    expect((await rowOf(other)).status).toBe("paid");
  });

  test("is refunded in part and in full, and a chargeback suspends the download until it is reversed", async () => {
    const { id } = await open();
    await mollie.bank.pay({ id });
    await back(token);
    const { id: orderId } = await rowOf(token);
    const refund = (given: object) =>
      anna.call("POST", `/api/orders/${orderId}/refund`, {
        requestId: crypto.randomUUID(),
        reason: "requested",
        ...given,
      });
    expect((await refund({ amountCents: 1_000 })).status).toBe(201);
    expect(await rowOf(token)).toMatchObject({ status: "partially_refunded", refunded_cents: 1_000 });
    await mollie.bank.dispute({ id });
    await processEventOf(site, id);
    expect((await rowOf(token)).status).toBe("disputed");
    expect((await refund({})).status).toBe(409);
    await mollie.bank.endDispute({ id }, "won");
    await processEventOf(site, id);
    expect((await rowOf(token)).status).toBe("partially_refunded");
    expect((await refund({})).status).toBe(201);
    expect((await rowOf(token)).status).toBe("refunded");
  });

  test("stays with Mollie when the creator sells at Stripe afterwards", async () => {
    const { id } = await open();
    await mollie.bank.pay({ id });
    await back(token);
    await onboard(site, anna);
    await choose(anna, "stripe");
    const { id: orderId } = await rowOf(token);
    const refund = await anna.call("POST", `/api/orders/${orderId}/refund`, {
      requestId: crypto.randomUUID(),
      reason: "requested",
    });
    expect(refund.status).toBe(201);
    expect(mollie.calls.map(({ call }) => call)).toContain(`POST /v2/payments/${id}/refunds`);
    expect(await statusOf(anna, "?provider=mollie")).toMatchObject({ connected: true, provider: "mollie" });
  });

  test("can still be paid when the account at the other provider is disconnected", async () => {
    await onboard(site, anna);
    await choose(anna, "mollie");
    const { id } = await open();
    const ended = await anna.call("POST", "/api/connect/disconnect", { provider: "stripe" });
    expect(ended).toMatchObject({ status: 200, body: { connected: false } });
    expect(mollie.calls.map(({ call }) => call)).not.toContain(`DELETE /v2/payments/${id}`);
    await mollie.bank.pay({ id });
    await back(token);
    expect(await rowOf(token)).toMatchObject({ status: "paid", provider: "mollie" });
  });

  test("is not sold in the mock checkout once the account is disconnected", async () => {
    const { tile } = await offerFile(site, anna);
    await anna.call("POST", "/api/connect/disconnect", { provider: "mollie" });
    expect(await site.call("POST", "/api/public/checkout", { tileId: tile.id })).toMatchObject({
      status: 409,
    });
    await choose(anna, "none");
    expect((await site.call("POST", "/api/public/checkout", { tileId: tile.id })).body.mock).toBe(true);
  });

  test("is held and not delivered if its amount differs", async () => {
    const { id } = await open();
    await mollie.bank.pay({ id });
    const stored = mollie.payments.get(id);
    if (stored) stored.amount = { currency: "USD", value: "1.00" };
    await processEventOf(site, id);
    expect((await rowOf(token)).status).toBe("processing");
    expect((await paymentsOf(token))[0].is_held).toBe(true);
  });
});
