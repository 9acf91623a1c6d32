import { expect, test } from "vitest";
import { systemClock } from "../clock/index.ts";
import { stripePayments } from "./adapters/stripe.ts";
import { newAccount, v2Entry } from "./stripe-accounts.test-kit.ts";
import { testStripe } from "./stripe-server.test-kit.ts";

const stripe = testStripe();

const open = (secretKey = "sk_test_emulated") =>
  stripePayments(
    { secretKey, publishableKey: null, webhookSecrets: [], apiBase: stripe.url },
    { clock: systemClock },
  );
const way = {
  kind: "connected" as const,
  returnUrl: "http://localhost:3000/r",
  refreshUrl: "http://localhost:3000/f",
  ready: false,
};

test("a new account pays Stripe's fees itself, and is read back before it is used", async () => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount({ idempotencyKey: "k" }));
  const [creation, reading] = stripe.calls;
  expect(creation).toMatchObject({
    call: "POST /v2/core/accounts",
    headers: { "idempotency-key": "k", "stripe-version": "2026-10-28.endive" },
    json: {
      contact_email: "a@b.example",
      display_name: "Anna",
      dashboard: "full",
      identity: { country: "at" },
      defaults: {
        responsibilities: { fees_collector: "stripe", losses_collector: "stripe" },
        profile: { business_url: "https://tessera.example/@anna", doing_business_as: "Anna" },
      },
      configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
      metadata: { tessera_reference: "r", tessera_creator: "7" },
    },
  });
  expect(reading?.call).toBe(`GET /v2/core/accounts/${id}`);
});

test("an installation with a local URL sends no URL", async () => {
  await open().createAccount(newAccount({ pageUrl: "http://localhost:3000/@anna" }));
  expect(stripe.calls[0]?.json).toMatchObject({ defaults: { profile: { doing_business_as: "Anna" } } });
  expect(JSON.stringify(stripe.calls[0]?.json)).not.toContain("business_url");
});

test.for([
  [{ dashboard: "express" }, "dashboard is express"],
  [
    { defaults: { responsibilities: { fees_collector: "application", losses_collector: "stripe" } } },
    "fees_collector is application, requirements_collector is missing",
  ],
  [
    {
      defaults: {
        responsibilities: {
          fees_collector: "stripe",
          losses_collector: "application",
          requirements_collector: "stripe",
        },
      },
    },
    "losses_collector is application",
  ],
] as const)("an account whose responsibilities differ is not used: %j", async ([created, message]) => {
  stripe.v2.state.created = created;
  try {
    await expect(open().createAccount(newAccount())).rejects.toThrow(message);
  } finally {
    stripe.v2.state.created = {};
  }
});

test("an account can sell once card payments are active; requirements that Stripe checks itself are not due", async () => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  const put = (more: object) => stripe.v2.accounts.set(id, { ...stripe.v2.accounts.get(id), ...more });
  put({
    configuration: { merchant: { capabilities: { card_payments: { status: "restricted" } } } },
    requirements: {
      entries: [
        v2Entry("external_account"),
        v2Entry("identity.individual.address", "past_due"),
        v2Entry("identity.individual.phone", "eventually_due"),
        v2Entry("identity.individual.documents", "past_due", "stripe"),
      ],
    },
  });
  expect(await payments.readAccount(id, "connected")).toEqual({
    id,
    country: "AT",
    canSell: false,
    requirements: {
      currentlyDue: ["external_account", "identity.individual.address"],
      pastDue: ["identity.individual.address"],
    },
    restriction: { status: "restricted", code: null, resolution: null },
  });
  stripe.v2.complete(id);
  expect(await payments.readAccount(id, "connected")).toEqual({
    id,
    country: "AT",
    canSell: true,
    requirements: { currentlyDue: [], pastDue: [] },
    restriction: null,
  });
  put({ closed: true });
  expect(await payments.readAccount(id, "connected")).toBe("closed");
});

test("links lead to the onboarding and back to this site, and of a complete account to Stripe's dashboard", async () => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  await payments.createOnboardingLink({ ...way, accountId: id });
  expect(stripe.calls.at(-1)).toMatchObject({
    call: "POST /v2/core/account_links",
    json: {
      account: id,
      use_case: {
        type: "account_onboarding",
        account_onboarding: { return_url: way.returnUrl, refresh_url: way.refreshUrl },
      },
    },
  });
  const dashboardOf = (account: string) => `https://dashboard.stripe.com/${account}`;
  expect(await payments.createOnboardingLink({ ...way, accountId: id, ready: true })).toBe(dashboardOf(id));
  expect(await payments.createOnboardingLink({ ...way, accountId: "acct_own", kind: "own" })).toBe(
    dashboardOf("acct_own"),
  );
});

test("a session opens the three components of Stripe for one account", async () => {
  expect(await open().createEmbeddedSession("acct_1")).toBe("secret_acct_1");
  expect(stripe.calls.at(-1)?.fields).toEqual({
    account: "acct_1",
    "components[account_onboarding][enabled]": "true",
    "components[account_management][enabled]": "true",
    "components[notification_banner][enabled]": "true",
  });
});

test("an Express account of an earlier release is read and managed, and cannot sell", async () => {
  const payments = open();
  const requirements = { currently_due: [], past_due: [] };
  stripe.accounts.set("acct_old", { id: "acct_old", country: "DE", charges_enabled: true, requirements });
  expect(await payments.readAccount("acct_old", "express")).toMatchObject({ country: "DE", canSell: false });
  expect(await payments.createOnboardingLink({ ...way, accountId: "acct_old", kind: "express" })).toBe(
    "https://connect.example/express",
  );
});

test("the account behind the keys can sell when Stripe takes charges for it", async () => {
  expect(await open().readOwnAccount()).toEqual({
    id: "acct_own",
    country: "DE",
    canSell: true,
    requirements: { currentlyDue: [], pastDue: [] },
    restriction: null,
  });
  // As a new account is: Stripe takes test charges for it, and no live ones.
  stripe.v2.own.charges_enabled = false;
  expect(await open().readOwnAccount()).toMatchObject({
    canSell: true,
    restriction: { code: "not_activated" },
  });
  expect(await open("sk_live_emulated").readOwnAccount()).toMatchObject({ canSell: false });
  stripe.v2.own.charges_enabled = true;
});

test.each([
  ["rejected", "rejected_fraud", "no_resolution"],
  ["unsupported", "unsupported_country", "no_resolution"],
  ["restricted", "restricted_other", "contact_stripe"],
] as const)("an account that is %s says so, with Stripe's reason", async (status, code, resolution) => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  stripe.v2.complete(id);
  const card_payments = { status, status_details: [{ code, resolution }] };
  const configuration = { merchant: { capabilities: { card_payments } } };
  stripe.v2.accounts.set(id, { ...stripe.v2.accounts.get(id), configuration });
  expect(await payments.readAccount(id, "connected")).toMatchObject({
    canSell: false,
    restriction: { status, code, resolution },
  });
});
