import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/index.ts";
import { stripePayments } from "../../platform/payments/adapters/stripe/stripe.ts";
import {
  stripeSubscription,
  testStripe,
} from "../../platform/payments/adapters/stripe/stripe-server.test-kit.ts";
import { signBody } from "../../platform/payments/stripe-signature.ts";
import { dump } from "../../testing/dump.ts";
import { rejection, signUpVerified } from "../../testing/factories.ts";
import { listen } from "../../testing/listen.ts";
import { readMe } from "../../testing/payers.ts";
import { testSite } from "../../testing/test-site.ts";

const SECRET = "whsec_platform";

const webhook = (body: Buffer, signature: string) =>
  site.call("POST", "/api/stripe/webhook", body, {
    "content-type": "application/json",
    "stripe-signature": signature,
  });
/** Forwards events of the emulator to the site. */
const postman = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { status } = await webhook(Buffer.concat(chunks), String(request.headers["stripe-signature"]));
  response.writeHead(status).end();
});

const keys = {
  secretKey: "sk_test_emulated",
  publishableKey: "pk_test_emulated",
  webhookSecrets: [SECRET],
};
const { url: webhookUrl } = await listen(postman);
afterAll(() => void postman.close());
const stripe = testStripe(() => ({ webhookUrl, webhookSecret: SECRET }));
const site = testSite(() => ({
  payments: stripePayments({ ...keys, apiBase: stripe.url }, { clock: systemClock }),
  settings: { stripeProductId: stripe.productId },
}));

const start = (user: Awaited<ReturnType<typeof signUpVerified>>) =>
  user.call("POST", "/api/stripe/checkout/session", {
    productId: stripe.productId,
    successUrl: "http://localhost:3000/checkout/stripe?status=success&session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://localhost:3000/checkout/stripe?status=cancel",
  });

test("names Stripe and its publishable key in the public configuration", async () => {
  expect((await site.call("GET", "/api/public/config")).body).toMatchObject({
    billingMode: "stripe",
    stripePublishableKey: "pk_test_emulated",
    stripeProductId: stripe.productId,
  });
});

test("offers Stripe's product", async () => {
  const anna = await site.signUp();
  expect((await anna.call("GET", `/api/stripe/products/${stripe.productId}`)).body.product).toEqual({
    id: stripe.productId,
    name: "Tessera Creator",
    price: { amount: 900, currency: "eur", interval: "month" },
  });
});

test("upgrades by the event of a checkout paid at Stripe, and cancels the subscription there on a downgrade", async () => {
  const anna = await signUpVerified(site);
  const { body } = await start(anna);
  expect((await start(anna)).body).toEqual(body);
  const metadata = {
    tessera_reference: (
      await site.sql`select id from billing_checkouts where session_id = ${body.sessionId}`
    )[0].id,
  };
  const paid = await fetch(`${stripe.emulatorUrl}/checkout/${body.sessionId}/complete`, {
    method: "POST",
    redirect: "manual",
  });
  expect(paid.headers.get("location")).toBe(
    `http://localhost:3000/checkout/stripe?status=success&session_id=${body.sessionId}`,
  );
  await expect.poll(async () => (await site.query("select type from payment_events")).length).toBe(1);
  await site.settled();
  // The emulator has no subscriptions. Until an event names one, the plan does not change.
  expect((await anna.call("GET", `/api/stripe/checkout/session/${body.sessionId}`)).body).toEqual({
    planUpdated: false,
    stripeActive: false,
  });

  const paidFor = { id: "sub_anna", status: "active", customer: "cus_anna", metadata };
  stripe.subscriptions.set("sub_anna", stripeSubscription(paidFor));
  const event = Buffer.from(
    JSON.stringify({
      id: "evt_1",
      type: "customer.subscription.created",
      livemode: false,
      data: { object: { id: "sub_anna" } },
    }),
  );
  expect((await webhook(event, signBody({ secret: SECRET, body: event, now: new Date() }))).status).toBe(200);
  await site.settled();
  expect(await readMe(anna)).toMatchObject({ plan: "creator", stripe_subscription_active: true });

  const left = await anna.call("POST", "/api/creators/me", {
    handle: anna.handle,
    displayName: "Anna",
    plan: "free",
  });
  expect(left.body.creator).toMatchObject({ plan: "free", stripe_subscription_active: false });
  expect(stripe.subscriptions.get("sub_anna")).toMatchObject({ status: "canceled" });
});

test("redirects onboarding to Stripe and stores the open requirements", async () => {
  const anna = await signUpVerified(site);
  const { body } = await anna.call("POST", "/api/connect/onboard", {
    country: "DE",
    embedded: true,
  });
  expect(body).toMatchObject({
    onboardingUrl: expect.stringMatching(/^https:\/\/connect\.example\//),
    embeddedClientSecret: `secret_${body.accountId}`,
  });
  expect((await anna.call("GET", "/api/connect/status")).body.account).toEqual({
    id: body.accountId,
    requirements: { currentlyDue: ["external_account"], pastDue: [] },
    restriction: null,
  });
  stripe.v2.complete(body.accountId);
  expect((await anna.call("POST", "/api/connect/tips", { enabled: true })).body.tipsEnabled).toBe(true);
  stripe.v2.accounts.delete(body.accountId);
  expect((await anna.call("GET", "/api/connect/status")).body).toMatchObject({
    connected: false,
    tipsEnabled: false,
  });
});

test("responds within ten seconds while Stripe is silent or fails, and starts one checkout in a repeat", async () => {
  const anna = await signUpVerified(site);
  for (const behavior of ["broken", "rate-limited", "failing creations", "silent"] as const) {
    stripe.state.behavior = behavior;
    expect(await start(anna)).toMatchObject(
      rejection(503, "payments.unavailable", "Unable to start checkout."),
    );
  }
  stripe.state.behavior = "normal";
  const { status, body } = await start(anna);
  expect(status).toBe(200);
  expect((await start(anna)).body).toEqual(body);
  const rows = await site.sql`select session_id from billing_checkouts where creator_id = ${anna.creator.id}`;
  expect(rows).toEqual([{ session_id: body.sessionId }]);
});

test("keeps Stripe's keys and secrets out of the database and the log", async () => {
  const everything = (await dump(site)) + site.logLines.join("");
  for (const secret of ["sk_test_emulated", SECRET]) expect(everything).not.toContain(secret);
});

describe("the page with card and invoices", () => {
  const open = (user: Awaited<ReturnType<typeof signUpVerified>>) => user.call("POST", "/api/stripe/portal");
  const subscribed = async (customerId: string) => {
    const user = await signUpVerified(site);
    await site.query(
      "insert into subscriptions (id, creator_id, customer_id, status, revision) values ($1, $2, $3, 'active', 1)",
      [`sub_${customerId}`, user.creator.id, customerId],
    );
    return user;
  };

  test("is Stripe's page for the stored customer, and leads back to the settings", async () => {
    const { status, body } = await open(await subscribed("cus_card"));
    expect(status).toBe(200);
    expect(body).toEqual({ url: "https://billing.example/p/session/cus_card" });
    expect(stripe.calls.at(-1)).toMatchObject({
      call: "POST /v1/billing_portal/sessions",
      fields: { customer: "cus_card", return_url: "http://localhost:3000/dashboard/settings" },
    });
  });

  test.for([
    ["a creator who never subscribed", null],
    ["a customer unknown to Stripe", "cus_unknown"],
  ] as const)("returns 409 for %s, because there are no invoices", async ([, customer]) => {
    const user = customer === null ? await signUpVerified(site) : await subscribed(customer);
    expect(await open(user)).toMatchObject(rejection(409, "billing.no_invoices"));
  });

  test.for(["broken", "rate-limited", "unauthorized", "empty 500"] as const)(
    "returns 503 while Stripe is %s",
    async (behavior) => {
      const user = await subscribed(`cus_${behavior.replaceAll(/\W/g, "_")}`);
      stripe.state.behavior = behavior;
      expect(await open(user)).toMatchObject({
        status: 503,
        body: { error: "Couldn't open your card and invoices." },
      });
    },
  );
});
