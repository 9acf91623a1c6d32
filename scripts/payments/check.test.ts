import { beforeEach, expect, test } from "vitest";
import { stripePayments } from "../../server/platform/payments/adapters/stripe/stripe.ts";
import { stripeSales } from "../../server/platform/payments/adapters/stripe/stripe-sales.ts";
import { testStripe } from "../../server/platform/payments/adapters/stripe/stripe-server.test-kit.ts";
import type { WebhookEndpoint } from "../../server/platform/payments/port.ts";
import { checkEndpoints } from "../../server/platform/payments/stripe-endpoints.ts";
import { CONNECTED_EVENTS, PLAN_EVENTS } from "../../server/platform/payments/stripe-event.ts";
import { checkPayments } from "./check.ts";
import { formatStep, type Step } from "./step.ts";

const PUBLIC_URL = "https://tessera.example";
const WEBHOOK = `${PUBLIC_URL}/api/stripe/webhook`;
const secretKey = "sk_test_emulated";

const stripe = testStripe();
beforeEach(() => {
  stripe.v2.state.created = {};
});

const endpoint = (id: string, events: readonly string[], given: object = {}): WebhookEndpoint => ({
  id,
  url: WEBHOOK,
  status: "enabled",
  enabled_events: events,
  from: null,
  payload: "snapshot",
  ...given,
});
const BOTH = [endpoint("we_plan", PLAN_EVENTS), endpoint("we_connected", CONNECTED_EVENTS)];

async function check({ publicUrl = PUBLIC_URL, endpoints = BOTH, secrets = 2 } = {}) {
  const reported: Step[] = [];
  const settings = { secretKey, publishableKey: null, webhookSecrets: [] };
  const steps = await checkPayments({
    payments: stripePayments({ ...settings, apiBase: stripe.url }, { clock: { now: () => new Date() } }),
    sales: stripeSales({ secretKey, apiBase: stripe.url }),
    publicUrl,
    secrets,
    listEndpoints: async () => endpoints,
    closeAccount: async (id) => {
      stripe.v2.accounts.set(id, { ...stripe.v2.accounts.get(id), closed: true });
    },
    report: (step) => reported.push(step),
  });
  expect(reported).toEqual(steps);
  const find = (name: string) => steps.find((step) => step.name === name);
  return { steps, find };
}

test("passes every step with a complete Stripe account, and closes the test account", async () => {
  expect((await check()).steps.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["Your account", "ok"],
    ["New connected account", "ok"],
    ["Onboarding link", "ok"],
    ["Session for Stripe's forms in the settings", "ok"],
    ["Sale on an account that cannot sell yet", "ok"],
    ["Payment page on your account", "ok"],
    ["Webhook endpoint for your account", "ok"],
    ["Webhook endpoint for connected accounts", "ok"],
    ["Webhook secrets", "ok"],
    ["Test account is closed", "ok"],
  ]);
  expect([...stripe.v2.accounts.values()].every(({ closed }) => closed === true)).toBe(true);
});

test("accepts test keys for an account that is not activated", async () => {
  stripe.v2.own.charges_enabled = false;
  const { find } = await check();
  stripe.v2.own.charges_enabled = true;
  expect(find("Your account")).toMatchObject({
    verdict: "ok",
    seen: "acct_own in DE, not activated: test payments work, live ones do not yet",
  });
});

test("reports an account with other responsibilities, and skips dependent steps", async () => {
  stripe.v2.state.created = { dashboard: "express" };
  const { find } = await check();
  expect(find("New connected account")).toMatchObject({
    verdict: "problem",
    seen: expect.stringContaining("dashboard is express"),
    advice: expect.stringContaining("dashboard.stripe.com/connect"),
  });
  expect(find("Connected account")?.verdict).toBe("skipped");
  expect(find("Payment page on your account")?.verdict).toBe("ok");
  expect(find("Test account is closed")).toBeUndefined();
});

test("reports a rejected key first, and leaves no open test object", async () => {
  stripe.state.behavior = "unauthorized";
  expect((await check()).steps[0]).toMatchObject({
    name: "Your account",
    verdict: "problem",
    advice: expect.stringContaining("STRIPE_SECRET_KEY"),
  });
});

test("reports missing events and secrets with advice", async () => {
  const endpoints = [
    endpoint("we_part", PLAN_EVENTS),
    endpoint("we_off", CONNECTED_EVENTS, { status: "disabled" }),
    endpoint("we_elsewhere", ["*"], { url: "https://other.example/api/stripe/webhook" }),
  ];
  const { find } = await check({ endpoints, secrets: 1 });
  expect(find("Webhook endpoint for your account")).toMatchObject({
    verdict: "ok",
    seen: expect.stringContaining("we_part"),
  });
  expect(find("Webhook endpoint for connected accounts")).toMatchObject({
    verdict: "problem",
    seen: expect.stringContaining("we_part does not send checkout.session.async_payment_succeeded"),
    advice: expect.stringContaining("STRIPE_CONNECT_WEBHOOK_SECRET"),
  });
  expect(find("Webhook secrets")).toMatchObject({ verdict: "problem", seen: "1 of 2 are set" });
});

test("accepts an endpoint only for accounts whose events it receives, and only with snapshot payloads", async () => {
  const own = { from: { own: true, connected: false } };
  const everything = await check({ endpoints: [endpoint("we_all", ["*"], own)] });
  expect(everything.find("Webhook endpoint for your account")?.verdict).toBe("ok");
  expect(everything.find("Webhook endpoint for connected accounts")).toMatchObject({
    verdict: "problem",
    seen: 'none of we_all receives events of "Connected and v2 accounts"',
  });
  const thin = await check({ endpoints: [endpoint("we_thin", ["*"], { ...own, payload: "thin" })] });
  expect(thin.find("Webhook endpoint for your account")).toMatchObject({
    verdict: "problem",
    seen: "we_thin sends thin events, which name no payment",
  });
});

test("requires sale events at the endpoint of the installation's account if a page sells on it", async () => {
  const endpoints = [endpoint("we_plan", PLAN_EVENTS, { from: { own: true, connected: false } })];
  const [own] = await checkEndpoints({
    publicUrl: PUBLIC_URL,
    sellsOnInstallationAccount: true,
    listEndpoints: async () => endpoints,
  });
  expect(own?.verdict).toBe("problem");
  expect(own?.seen).toContain("charge.refunded");
  expect(own?.seen).not.toContain("account.application.deauthorized");
});

test("does not check webhook endpoints for a local URL", async () => {
  const { find } = await check({ publicUrl: "http://localhost:3000", endpoints: [] });
  expect(find("Webhook endpoints")).toMatchObject({
    verdict: "skipped",
    advice: expect.stringContaining("stripe listen --forward-to http://localhost:3000/api/stripe/webhook"),
  });
});

test("prints a step on one line, and its advice on another", () => {
  expect(formatStep({ name: "A", verdict: "ok", seen: "b" })).toBe("ok      A: b");
  expect(formatStep({ name: "A", verdict: "problem", seen: "b", advice: "c" })).toBe(
    "PROBLEM A: b\n          → c",
  );
});
