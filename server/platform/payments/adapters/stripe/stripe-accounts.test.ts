import { expect, test } from "vitest";
import { systemClock } from "../../../clock/index.ts";
import { stripePayments } from "./stripe.ts";
import { newAccount, v2Entry } from "./stripe-accounts.test-kit.ts";
import { testStripe } from "./stripe-server.test-kit.ts";

const stripe = testStripe();

const open = (secretKey = "sk_test_emulated") =>
  stripePayments(
    { secretKey, publishableKey: null, webhookSecrets: [], apiBase: stripe.url },
    { clock: systemClock },
  );
const onboardingLink = {
  kind: "connected" as const,
  returnUrl: "http://localhost:3000/r",
  refreshUrl: "http://localhost:3000/f",
  ready: false,
};

test("creates an account that pays Stripe's fees, and reads it back before use", async () => {
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

test("omits the page's URL if it is local", async () => {
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
] as const)(
  "rejects a created account with other responsibilities than requested: %j",
  async ([created, message]) => {
    stripe.v2.state.created = created;
    try {
      await expect(open().createAccount(newAccount())).rejects.toThrow(message);
    } finally {
      stripe.v2.state.created = {};
    }
  },
);

const put = (id: string, more: object) =>
  stripe.v2.accounts.set(id, { ...stripe.v2.accounts.get(id), ...more });

test("lists due requirements, except requirements that Stripe checks itself", async () => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  put(id, {
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
  expect(await payments.readAccount(id)).toEqual({
    id,
    country: "AT",
    canSell: false,
    requirements: {
      currentlyDue: ["external_account", "identity.individual.address"],
      pastDue: ["identity.individual.address"],
    },
    restriction: { status: "restricted", code: null, resolution: null },
  });
});

test("lets an account sell while card payments are active and it is not closed", async () => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  expect(await payments.readAccount(id)).toMatchObject({ canSell: false });
  stripe.v2.complete(id);
  expect(await payments.readAccount(id)).toEqual({
    id,
    country: "AT",
    canSell: true,
    requirements: { currentlyDue: [], pastDue: [] },
    restriction: null,
  });
  put(id, { closed: true });
  expect(await payments.readAccount(id)).toBe("closed");
});

test("links an incomplete account to the onboarding, and a complete one to Stripe's dashboard", async () => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  await payments.createOnboardingLink({ ...onboardingLink, accountId: id });
  expect(stripe.calls.at(-1)).toMatchObject({
    call: "POST /v2/core/account_links",
    json: {
      account: id,
      use_case: {
        type: "account_onboarding",
        account_onboarding: {
          return_url: onboardingLink.returnUrl,
          refresh_url: onboardingLink.refreshUrl,
        },
      },
    },
  });
  const dashboardOf = (account: string) => `https://dashboard.stripe.com/${account}`;
  expect(await payments.createOnboardingLink({ ...onboardingLink, accountId: id, ready: true })).toBe(
    dashboardOf(id),
  );
  expect(await payments.createOnboardingLink({ ...onboardingLink, accountId: "acct_own", kind: "own" })).toBe(
    dashboardOf("acct_own"),
  );
});

test("creates a session for Stripe's three components and one account", async () => {
  expect(await open().createEmbeddedSession("acct_1")).toBe("secret_acct_1");
  expect(stripe.calls.at(-1)?.fields).toEqual({
    account: "acct_1",
    "components[account_onboarding][enabled]": "true",
    "components[account_management][enabled]": "true",
    "components[notification_banner][enabled]": "true",
  });
});

test("lets the installation's own account sell, unless a live key lacks charges", async () => {
  expect(await open().readOwnAccount()).toEqual({
    id: "acct_own",
    country: "DE",
    canSell: true,
    requirements: { currentlyDue: [], pastDue: [] },
    restriction: null,
  });
  // A new account: Stripe accepts test charges for it, but no live ones.
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
] as const)("returns status %s of an account with Stripe's reason", async (status, code, resolution) => {
  const payments = open();
  const { id } = await payments.createAccount(newAccount());
  stripe.v2.complete(id);
  const card_payments = { status, status_details: [{ code, resolution }] };
  const configuration = { merchant: { capabilities: { card_payments } } };
  stripe.v2.accounts.set(id, { ...stripe.v2.accounts.get(id), configuration });
  expect(await payments.readAccount(id)).toMatchObject({
    canSell: false,
    restriction: { status, code, resolution },
  });
});

test("returns an account's balance, open disputes and last payouts by currency", async () => {
  const arrival = Date.parse("2026-03-02T00:00:00Z") / 1000;
  Object.assign(stripe.state, {
    balance: {
      available: [
        { amount: 12_50, currency: "eur", source_types: { card: 12_50 } },
        { amount: -3_00, currency: "usd" },
      ],
      pending: [{ amount: 7_00, currency: "eur" }],
    },
    disputes: [
      { id: "du_1", amount: 5_00, currency: "eur", status: "needs_response" },
      { id: "du_2", amount: 2_00, currency: "eur", status: "under_review" },
      { id: "du_3", amount: 9_00, currency: "eur", status: "lost" },
      { id: "du_4", amount: 9_00, currency: "eur", status: "warning_needs_response" },
    ],
    payouts: [
      { id: "po_3", amount: 40_00, currency: "eur", status: "in_transit", arrival_date: arrival },
      { id: "po_2", amount: 1_00, currency: "eur", status: "canceled", arrival_date: arrival },
      { id: "po_1", amount: 30_00, currency: "eur", status: "failed", arrival_date: arrival },
    ],
  });
  const arrivesAt = new Date("2026-03-02T00:00:00Z");
  expect(await open().readMoney("acct_first", "connected")).toEqual({
    balances: [
      { currency: "eur", available: 1250, pending: 700, frozen: 700 },
      { currency: "usd", available: -300, pending: 0, frozen: 0 },
    ],
    payouts: [
      { amount: 4000, currency: "eur", status: "on_its_way", arrivesAt },
      { amount: 3000, currency: "eur", status: "failed", arrivesAt },
    ],
  });
  expect(new Set(stripe.calls.map(({ headers }) => headers["stripe-account"]))).toEqual(
    new Set(["acct_first"]),
  );
  stripe.calls.length = 0;
  await open().readMoney("acct_own", "own");
  expect(stripe.calls.map(({ call, headers }) => [call, headers["stripe-account"]]).sort()).toEqual([
    ["GET /v1/balance", undefined],
    ["GET /v1/disputes", undefined],
    ["GET /v1/payouts", undefined],
  ]);
  stripe.state.behavior = "empty 200";
  await expect(open().readMoney("acct_first", "connected")).rejects.toThrow("no content");
});

test("converts amounts of zero- and three-decimal currencies to hundredths", async () => {
  const arrival = Date.parse("2026-03-02T00:00:00Z") / 1000;
  Object.assign(stripe.state, {
    balance: {
      available: [
        { amount: 500, currency: "jpy" },
        { amount: 12_340, currency: "kwd" },
        { amount: 500, currency: "huf" },
      ],
      pending: [],
    },
    disputes: [{ id: "du_1", amount: 70, currency: "jpy", status: "needs_response" }],
    payouts: [{ id: "po_1", amount: 3_000, currency: "jpy", status: "paid", arrival_date: arrival }],
  });
  expect(await open().readMoney("acct_first", "connected")).toMatchObject({
    balances: [
      { currency: "jpy", available: 50_000, frozen: 7_000 },
      { currency: "kwd", available: 1_234 },
      { currency: "huf", available: 500 },
    ],
    payouts: [{ amount: 300_000, currency: "jpy" }],
  });
});
