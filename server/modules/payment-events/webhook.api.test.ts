import { describe, expect, test } from "vitest";
import { signBody } from "../../platform/payments/stripe-signature.ts";
import { rejection, signUpVerified } from "../../testing/factories.ts";
import { createTestApp, WEBHOOK_SECRET } from "../../testing/harness.ts";
import { PRODUCT, readMe, startCheckout, subscribe } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { runQueuedNow } from "../../testing/queued-jobs.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { deleteOldEvents } from "./repository.ts";

const site = testSite();

const body = Buffer.from(
  JSON.stringify({
    id: "evt_1",
    type: "customer.subscription.updated",
    livemode: false,
    data: { object: { id: "sub_1", object: "subscription" } },
  }),
);
const post = (payload: Buffer | string, signature?: string, to = site) =>
  to.call("POST", "/api/stripe/webhook", payload, {
    "content-type": "application/json",
    ...(signature === undefined ? {} : { "stripe-signature": signature }),
  });
const sign = (payload: Buffer, { secret = WEBHOOK_SECRET, secondsAgo = 0 } = {}) =>
  signBody({ secret, body: payload, now: new Date(Date.now() - secondsAgo * 1000) });
const stored = () => site.query("select id from payment_events");

describe("the signature of an event", () => {
  test.for([
    ["no signature", undefined],
    ["an empty signature", ""],
    ["a malformed signature", "nonsense"],
    ["a time without a signature", `t=${Math.floor(Date.now() / 1000)}`],
    ["a signature without a time", "v1=00"],
    ["a signature with another secret", sign(body, { secret: "whsec_other" })],
    ["a signature that is 301 seconds old", sign(body, { secondsAgo: 301 })],
    ["a signature of an unknown scheme", sign(body).replace("v1=", "v0=")],
    ["a truncated signature", sign(body).slice(0, -2)],
  ] as const)("rejects %s and stores no event", async ([, signature]) => {
    expect(await post(body, signature)).toMatchObject(
      rejection(400, "billing.bad_signature", "Invalid webhook signature."),
    );
    expect(await stored()).toEqual([]);
  });

  test("logs only a valid signature with an old time as a sign of a wrong clock", async () => {
    site.logLines.length = 0;
    await post(body, sign(body, { secret: "whsec_other", secondsAgo: 600 }));
    await post(body, "nonsense");
    expect(site.logLines.filter((line) => line.includes("clock"))).toEqual([]);
    expect((await post(body, sign(body, { secondsAgo: 600 }))).status).toBe(400);
    const lines = site.logLines.filter((line) => line.includes("this machine's clock is wrong"));
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([50]);
  });

  test("rejects a re-serialized body with the same content", async () => {
    const signature = sign(body);
    for (const other of [JSON.stringify(JSON.parse(String(body)), null, 2), `${body} `, `\ufeff${body}`]) {
      expect((await post(other, signature)).status).toBe(400);
    }
    expect(await stored()).toEqual([]);
  });

  test("rejects a signed body that is not an event", async () => {
    const unstorable = ['{"id":"evt_\\u0000","type":"invoice.paid"}', '{"id":"evt_8","type":"\\u0000"}'];
    for (const text of ["", "{", "null", "[]", "{}", '{"type":7}', "\u0000", ...unstorable]) {
      const payload = Buffer.from(text);
      expect((await post(payload, sign(payload))).status, text).toBe(400);
    }
    expect(await stored()).toEqual([]);
  });

  test("accepts an event that is 299 seconds old with any content type", async () => {
    for (const type of ["application/json", "text/plain", "application/json; charset=utf-8"]) {
      const response = await site.call("POST", "/api/stripe/webhook", body, {
        "content-type": type,
        "stripe-signature": sign(body, { secondsAgo: 299 }),
        origin: "https://stripe.com",
      });
      expect(response.status).toBe(200);
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
    expect(await stored()).toEqual([{ id: "evt_1" }]);
    await site.query("delete from payment_events");
  });
});

test("returns 404 for the webhook of an unknown provider", async () => {
  const send = (provider: string) =>
    site.call("POST", `/api/webhooks/${provider}`, body, {
      "content-type": "application/json",
      "stripe-signature": sign(body),
    });
  expect((await send("stripe")).status).toBe(200);
  expect(await site.query("select id, provider from payment_events")).toEqual([
    { id: "evt_1", provider: "stripe" },
  ]);
  await site.query("delete from payment_events");
  for (const unknown of ["mollie", "mock", "Stripe"]) {
    expect(await send(unknown)).toMatchObject({ status: 404, body: { error: "Not found." } });
  }
  expect(await stored()).toEqual([]);
});

describe("an event that does not concern this installation", () => {
  const ignored = async (event: object) => {
    const payload = Buffer.from(JSON.stringify(event));
    expect((await post(payload, sign(payload))).status).toBe(200);
    await site.settled();
  };

  test("returns 200 and is logged if its type is unknown or its mode differs", async () => {
    const object = { id: "sub_1", object: "subscription" };
    await ignored({ id: "evt_2", type: "customer.created", data: { object } });
    await ignored({ id: "evt_3", type: "customer.subscription.updated", livemode: true, data: { object } });
    expect(await stored()).toEqual([]);
    expect(site.logLines.some((line) => line.includes("unhandled type"))).toBe(true);
    expect(site.logLines.some((line) => line.includes("livemode mismatch"))).toBe(true);
  });

  test("returns 200 and changes no creator if its subscription, checkout or account is unknown", async () => {
    const before = await site.query("select * from creators order by id");
    await ignored({ id: "evt_9", type: "checkout.session.completed", data: { object: { id: "cs_\u0000" } } });
    await ignored({ id: "evt_4", type: "customer.subscription.updated", data: { object: { id: "sub_x" } } });
    await ignored({
      id: "evt_5",
      type: "checkout.session.completed",
      data: { object: { id: "cs_x", client_reference_id: "1" } },
    });
    await ignored({
      id: "evt_6",
      type: "account.updated",
      account: "acct_x",
      data: { object: { id: "acct_x" } },
    });
    await ignored({
      id: "evt_7",
      type: "account.application.deauthorized",
      account: "acct_x",
      data: { object: { id: "ca_x" } },
    });
    await ignored({
      id: "evt_8",
      type: "invoice.paid",
      data: { object: { id: "in_x", subscription: "sub_x" } },
    });
    expect(await site.query("select * from creators order by id")).toEqual(before);
    expect(await site.query("select id from payment_events where handled_at is null")).toEqual([]);
  });
});

test("returns 404 without a webhook secret, while sandbox payments still work", async () => {
  const unverifiedSite = await openSite({ webhook: "closed" });
  for (const signature of [undefined, sign(body)]) {
    const response = await post(body, signature, unverifiedSite);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ error: "Not found.", code: "not_found" });
  }
  expect(await unverifiedSite.query("select 1 from payment_events")).toEqual([]);
  const payer = await signUpVerified(unverifiedSite);
  await subscribe(unverifiedSite, payer);
  await unverifiedSite.settled();
  expect((await readMe(payer)).stripe_subscription_active).toBe(true);
});

describe("with jobs in the database", () => {
  test("processes an event on another node if its node stops before processing it", async () => {
    const provider = createPaymentSimulator();
    const stoppingNode = await createTestApp({
      payments: provider.payments,
      jobs: "database",
      databaseUrl: site.databaseUrl,
    });
    const anna = await signUpVerified(stoppingNode);
    const { sessionId } = (await startCheckout(anna)).body;
    provider.subscriptions.set("sub_2", {
      id: "sub_2",
      status: "active",
      customerId: "cus_2",
      reference: null,
      productIds: [PRODUCT],
    });
    provider.checkouts.set(sessionId, { sessionId, status: "complete", url: null, subscriptionId: "sub_2" });
    provider.state.behavior = "down";
    const event = provider.event("checkout.session.completed", { id: sessionId });
    expect((await provider.send(stoppingNode, event)).status).toBe(200);
    await expect
      .poll(async () => (await site.sql`select error from payment_events where id = ${event.id}`)[0]?.error)
      .toBe("the simulator is down");
    await stoppingNode.close();

    provider.state.behavior = "normal";
    const next = await openSite({
      payments: provider.payments,
      jobs: "database",
      databaseUrl: site.databaseUrl,
    });
    await runQueuedNow(next, "billing.payment-event");
    await expect
      .poll(
        async () =>
          (await next.sql`select subscription_active from creators where id = ${anna.creator.id}`)[0]
            ?.subscription_active,
      )
      .toBe(true);
    await expect
      .poll(
        async () => (await next.sql`select handled_at, error from payment_events where id = ${event.id}`)[0],
      )
      .toEqual({ handled_at: expect.any(Date), error: null });
  });

  test("stores no event that cannot be queued, and accepts it when it is sent again", async () => {
    const provider = createPaymentSimulator();
    const node = await openSite({ payments: provider.payments, databaseUrl: site.databaseUrl });
    const event = provider.event("customer.subscription.updated", { id: "sub_9" });
    const { enqueue } = node.jobs;
    node.jobs.enqueue = () => Promise.reject(new Error("the queue is gone"));
    expect((await provider.send(node, event)).status).toBe(500);
    expect(await node.sql`select 1 from payment_events where id = ${event.id}`).toEqual([]);
    node.jobs.enqueue = enqueue;
    expect((await provider.send(node, event)).status).toBe(200);
  });
});

test("stores only type and ids of an event and deletes it after a month, processed or not", async () => {
  const provider = createPaymentSimulator();
  const node = await openSite({ payments: provider.payments });
  provider.state.behavior = "down";
  const object = { id: "cs_1", customer_details: { name: "Berta Buyer", email: "berta@example.org" } };
  const event = provider.event("checkout.session.completed", object);
  expect((await provider.send(node, event)).status).toBe(200);
  const [row] = await node.query("select e::text as text, resource_id from payment_events e");
  expect(row.resource_id).toBe("cs_1");
  expect(row.text.toLowerCase()).not.toContain("berta");
  await deleteOldEvents(node.db);
  expect(await node.query("select id from payment_events")).toEqual([{ id: event.id }]);
  await node.query("update payment_events set handled_at = null, received_at = now() - interval '31 days'");
  await deleteOldEvents(node.db);
  expect(await node.query("select id from payment_events")).toEqual([]);
});

test("identifies the owner of a checkout only by our reference, never by a creator's id", async () => {
  const anna = await signUpVerified(site);
  const object = {
    id: "cs_forged",
    object: "checkout.session",
    client_reference_id: String(anna.creator.id),
    subscription: "sub_forged",
  };
  const payload = Buffer.from(
    JSON.stringify({ id: "evt_forged", type: "checkout.session.completed", data: { object } }),
  );
  await post(payload, sign(payload));
  await site.settled();
  expect((await readMe(anna)).plan).toBe("free");
});
