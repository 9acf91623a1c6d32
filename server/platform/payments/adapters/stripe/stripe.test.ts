import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { listen } from "../../../../testing/listen.ts";
import { systemClock } from "../../../clock/index.ts";
import { testPayments } from "../../payments.test-suite.ts";
import { CreationFailed, ProviderUnavailable } from "../../port.ts";
import { stripePayments } from "./stripe.ts";
import { newAccount } from "./stripe-accounts.test-kit.ts";
import { stripeSubscription, testStripe } from "./stripe-server.test-kit.ts";

const SECRETS = ["whsec_platform", "whsec_accounts"];
const received: { body: Buffer; signature: string | undefined }[] = [];

const listener = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ body: Buffer.concat(chunks), signature: String(request.headers["stripe-signature"]) });
  response.end();
});
const { url: webhookUrl } = await listen(listener);
afterAll(() => void listener.close());
const stripe = testStripe(() => ({ webhookUrl, webhookSecret: SECRETS[0] ?? "" }));

function open({ apiBase = stripe.url, secretKey = "sk_test_emulated", webhookSecrets = SECRETS } = {}) {
  return stripePayments({ secretKey, publishableKey: null, webhookSecrets, apiBase }, { clock: systemClock });
}
const newCheckout = (given: object = {}) => ({
  owner: "7",
  reference: "a-reference",
  customerId: null,
  email: "anna@example.org",
  productId: stripe.productId,
  successUrl: "http://localhost:3000/checkout/stripe?session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "http://localhost:3000/checkout/stripe",
  idempotencyKey: crypto.randomUUID(),
  ...given,
});

describe("Stripe through its own library", () =>
  testPayments(() => ({
    payments: open(),
    productId: stripe.productId,
    webhookSecret: SECRETS[1] ?? "",
    subscribe: async () => {
      stripe.subscriptions.set("sub_paid", stripeSubscription({ id: "sub_paid", status: "active" }));
      return "sub_paid";
    },
  })));

test("creates a checkout with the product's price as a subscription and our reference", async () => {
  await open().startCheckout(newCheckout({ idempotencyKey: "once" }));
  const request = stripe.calls.at(-1);
  expect(request?.call).toBe("POST /v1/checkout/sessions");
  expect(request?.headers).toMatchObject({
    "idempotency-key": "once-by-email",
    "stripe-version": "2026-10-28.endive",
  });
  expect(request?.fields).toEqual({
    mode: "subscription",
    "line_items[0][price]": expect.stringMatching(/^price_/),
    "line_items[0][quantity]": "1",
    success_url: "http://localhost:3000/checkout/stripe?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/checkout/stripe",
    client_reference_id: "a-reference",
    customer_email: "anna@example.org",
    "metadata[tessera_reference]": "a-reference",
    "metadata[tessera_creator]": "7",
    "subscription_data[metadata][tessera_reference]": "a-reference",
    "subscription_data[metadata][tessera_creator]": "7",
  });
});

test("reuses a returning customer unless it was deleted at Stripe", async () => {
  const payments = open();
  const made = await fetch(`${stripe.emulatorUrl}/v1/customers`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_emulated" },
    body: new URLSearchParams({ email: "anna@example.org" }),
  });
  const customer = z.object({ id: z.string() }).parse(await made.json());
  await payments.startCheckout(newCheckout({ customerId: customer.id }));
  expect(stripe.calls.at(-1)?.fields).toMatchObject({ customer: customer.id });
  expect(stripe.calls.at(-1)?.fields).not.toHaveProperty("customer_email");
  expect((await payments.startCheckout(newCheckout({ customerId: "cus_gone" }))).status).toBe("open");
  expect(stripe.calls.at(-1)?.fields).toMatchObject({ customer_email: "anna@example.org" });
});

test.for([
  ["active", "active"],
  ["trialing", "active"],
  ["past_due", "active"],
  ["incomplete", "inactive"],
  ["paused", "inactive"],
  ["unpaid", "inactive"],
  ["a status of tomorrow", "inactive"],
  ["incomplete_expired", "ended"],
  ["canceled", "ended"],
] as const)("reads a subscription that is %s as %s", async ([status, expected]) => {
  const metadata = { tessera_reference: "r" };
  stripe.subscriptions.set("sub_1", stripeSubscription({ id: "sub_1", status, metadata }));
  expect(await open().readSubscription("sub_1")).toEqual({
    id: "sub_1",
    status: expected,
    customerId: "cus_1",
    reference: "r",
    productIds: [stripe.productId],
  });
});

test("cancels a subscription immediately and once", async () => {
  stripe.subscriptions.set("sub_2", stripeSubscription({ id: "sub_2", status: "active" }));
  await open().cancelSubscription("sub_2");
  await open().cancelSubscription("sub_2");
  expect(stripe.calls[0]?.call).toBe("DELETE /v1/subscriptions/sub_2");
  expect((await open().readSubscription("sub_2"))?.status).toBe("ended");
});

test("neither offers nor sells a price that is not recurring or no longer active", async () => {
  for (const price of [{ type: "one_time", recurring: null }, { active: false }]) {
    stripe.state.price = price;
    expect(await open().findOffer(stripe.productId)).toBeUndefined();
    await expect(open().startCheckout(newCheckout())).rejects.toBeInstanceOf(ProviderUnavailable);
  }
});

test("lists endpoints with the accounts whose events they receive, unless the key may not read them", async () => {
  const destination = {
    id: "ed_1",
    object: "v2.core.event_destination",
    enabled_events: ["*"],
    event_payload: "thin",
    events_from: ["@accounts"],
    status: "enabled",
    webhook_endpoint: { url: "https://tessera.example/api/stripe/webhook" },
  };
  stripe.state.destinations = [destination];
  expect(await open().listWebhookEndpoints()).toEqual([
    {
      id: "ed_1",
      url: "https://tessera.example/api/stripe/webhook",
      status: "enabled",
      enabled_events: ["*"],
      from: { own: false, connected: true },
      payload: "thin",
    },
  ]);
  stripe.state.destinations = null;
  const endpoints = await open().listWebhookEndpoints();
  expect(endpoints?.map(({ from }) => from)).toEqual([null]);
  stripe.state.destinations = [];
});

test("returns the interval of an offer's payments", async () => {
  stripe.state.price = { recurring: { interval: "month", interval_count: 3 } };
  expect(await open().findOffer(stripe.productId)).toMatchObject({ price: { interval: "3 months" } });
});

test("neither offers nor sells a product without a price", async () => {
  expect(await open().findOffer("prod_free")).toBeUndefined();
  await expect(open().startCheckout(newCheckout({ productId: "prod_free" }))).rejects.toThrow(
    ProviderUnavailable,
  );
});

test("verifies the emulator's event about a paid checkout, which names that checkout", async () => {
  const payments = open();
  const { sessionId } = await payments.startCheckout(newCheckout());
  await fetch(`${stripe.emulatorUrl}/checkout/${sessionId}/complete`, { method: "POST", redirect: "manual" });
  await expect.poll(() => received.filter(({ body }) => body.includes(sessionId)).length).toBe(1);
  const event = received.find(({ body }) => body.includes(sessionId));
  if (!event) throw new Error("no event");
  expect(payments.verifyEvent?.(event.body, { "stripe-signature": event.signature })).toMatchObject({
    type: "checkout.session.completed",
    resource: { kind: "checkout", id: sessionId, reference: "a-reference" },
  });
  expect((await payments.readCheckout(sessionId))?.status).toBe("complete");
});

test("accepts live events with a live key", () => {
  expect(open().live).toBe(false);
  expect(open({ secretKey: "sk_live_1" }).live).toBe(true);
  expect(open({ secretKey: "rk_live_1" }).live).toBe(true);
});

test("accepts no event without a secret", () => {
  expect(open({ webhookSecrets: [] }).verifyEvent).toBeNull();
});

test("distinguishes errors that Stripe repeats for a key from others", async () => {
  const account = newAccount({ reference: "r-1" });
  stripe.state.behavior = "failing creations";
  for (const idempotencyKey of ["stored-1", "stored-1", "stored-2"]) {
    await expect(open().createAccount({ ...account, idempotencyKey })).rejects.toThrow(CreationFailed);
    await expect(open().startCheckout(newCheckout({ idempotencyKey }))).rejects.toThrow(CreationFailed);
  }
  stripe.state.behavior = "normal";
  await expect(open().createAccount({ ...account, idempotencyKey: "stored-1" })).rejects.toThrow(
    CreationFailed,
  );
  for (const behavior of ["rate-limited", "unauthorized", "forbidden", "empty 500"] as const) {
    stripe.state.behavior = behavior;
    const failure = await open()
      .createAccount({ ...account, idempotencyKey: behavior })
      .catch((error: unknown) => error);
    expect(failure, behavior).toBeInstanceOf(ProviderUnavailable);
    expect(failure, behavior).not.toBeInstanceOf(CreationFailed);
  }
});

describe("while Stripe fails", () => {
  const questions: ((payments: ReturnType<typeof open>) => Promise<unknown>)[] = [
    (payments) => payments.findOffer(stripe.productId),
    (payments) => payments.startCheckout(newCheckout()),
    (payments) => payments.readCheckout("cs_1"),
    (payments) => payments.findCheckout("r", new Date()),
    (payments) => payments.findAccount("r", new Date()),
    (payments) => payments.expireCheckout("cs_1"),
    (payments) => payments.readSubscription("sub_1"),
    (payments) => payments.cancelSubscription("sub_1"),
    (payments) => payments.readAccount("acct_1"),
    (payments) => payments.readOwnAccount(),
    (payments) => payments.createAccount(newAccount({ idempotencyKey: "x" })),
    (payments) =>
      payments.createOnboardingLink({
        accountId: "a",
        kind: "connected",
        returnUrl: "r",
        refreshUrl: "f",
        ready: false,
      }),
    (payments) => payments.createEmbeddedSession("acct_1"),
  ];

  /** Sends all requests at once, because each is retried after a wait. */
  const expectUnavailable = (options?: Parameters<typeof open>[0]) =>
    Promise.all(
      questions.map((question) => expect(question(open(options))).rejects.toThrow(ProviderUnavailable)),
    );

  test.for(["broken", "rate-limited", "unauthorized", "empty 500", "empty 200"] as const)(
    "throws ProviderUnavailable if Stripe is %s",
    async (behavior) => {
      stripe.state.behavior = behavior;
      await expectUnavailable();
    },
  );

  test("throws ProviderUnavailable if the key lacks a permission, and returns undefined for deleted objects", async () => {
    stripe.subscriptions.set("sub_3", stripeSubscription({ id: "sub_3", status: "active" }));
    stripe.state.behavior = "forbidden";
    await expectUnavailable();
    stripe.state.behavior = "normal";
    expect(await open().readSubscription("sub_nobody")).toBeUndefined();
    expect(await open().readAccount("acct_withdrawn")).toBeUndefined();
  });

  test("throws ProviderUnavailable if Stripe is unreachable", async () => {
    await expectUnavailable({ apiBase: "http://127.0.0.1:9" });
  });
});

test("allows scripts and frames only from Stripe's own hosts", () => {
  expect(open().embedHosts).toEqual(["https://connect-js.stripe.com", "https://js.stripe.com"]);
});

test("lists undelivered events of the stored types since a time", async () => {
  const event = { object: "event", created: 1_795_000_000 };
  stripe.undelivered.push({ ...event, id: "evt_1", type: "checkout.session.completed" });
  stripe.undelivered.push({ ...event, id: "evt_of_no_use", type: "invoice.paid" });
  const listed = await open().listUndelivered(new Date("2026-11-20T12:00:00Z"));
  const createdAt = new Date(1_795_000_000_000);
  expect(listed).toEqual([{ id: "evt_1", type: "checkout.session.completed", createdAt }]);
  expect(stripe.calls.at(-1)).toMatchObject({
    call: "GET /v1/events",
    fields: { delivery_success: "false", "created[gte]": "1795176000" },
  });
});
