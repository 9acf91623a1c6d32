import { beforeEach, describe, expect, test } from "vitest";
import { CreationFailed } from "../../platform/payments/port.ts";
import { signUpVerified, type TestUser } from "../../testing/factories.ts";
import { PRODUCT, readMe, startCheckout } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { testSite } from "../../testing/test-site.ts";

const provider = createPaymentSimulator();
const site = testSite(() => ({ payments: provider.payments }));
beforeEach(() => {
  provider.state.behavior = "normal";
});

const downgrade = (user: TestUser, given: object = {}) =>
  user.call("POST", "/api/creators/me", {
    handle: user.handle,
    displayName: "Renamed",
    plan: "free",
    ...given,
  });

/** Creates a paying creator with a payout account, so that every route needs a request to the provider. */
async function signUpPaying() {
  const user = await signUpVerified(site);
  const { sessionId } = (await startCheckout(user)).body;
  const id = `sub_of_${user.creator.id}`;
  provider.subscriptions.set(id, {
    id,
    status: "active",
    customerId: null,
    reference: null,
    productIds: [PRODUCT],
  });
  provider.checkouts.set(sessionId, { sessionId, status: "complete", url: null, subscriptionId: id });
  await user.call("GET", `/api/stripe/checkout/session/${sessionId}`);
  await user.call("POST", "/api/connect/onboard", { country: "DE" });
  return { user, sessionId, subscriptionId: id };
}

const END = "Couldn't end your subscription, so nothing was saved. Please try again in a moment.";

async function expectRejections({ user, sessionId }: Awaited<ReturnType<typeof signUpPaying>>) {
  const fresh = await signUpVerified(site);
  const readRows = async () =>
    JSON.stringify(
      await Promise.all(
        ["creators", "subscriptions", "connect_accounts"].map((table) =>
          site.query(
            `select * from ${table} where ${table === "creators" ? "id" : "creator_id"} = $1 order by 1`,
            [user.creator.id],
          ),
        ),
      ),
    );
  const before = await readRows();
  const cases = [
    [user.call("GET", `/api/stripe/products/${PRODUCT}`), "Unable to load Stripe product."],
    [startCheckout(fresh), "Unable to start checkout."],
    [user.call("GET", `/api/stripe/checkout/session/${sessionId}`), "Could not verify checkout session."],
    [user.call("GET", "/api/connect/status"), "Unable to load tip status"],
    [fresh.call("POST", "/api/connect/onboard", { country: "DE" }), "Unable to start onboarding"],
    [user.call("POST", "/api/connect/refresh"), "Unable to refresh onboarding"],
    [user.call("POST", "/api/connect/tips", { enabled: true }), "Unable to update tip settings"],
    [downgrade(user), END],
  ] as const;
  const responses = await Promise.all(cases.map(([response]) => response));
  for (const [at, response] of responses.entries()) {
    expect({ status: response.status, body: response.body }).toEqual({
      status: 503,
      body: { error: cases[at]?.[1], code: "payments.unavailable" },
    });
    expect(response.headers["retry-after"]).toBe("5");
  }
  expect(await readRows()).toBe(before);
  return fresh;
}

describe("if the provider is unavailable", () => {
  test("every route returns its own error and saves nothing", async () => {
    const paying = await signUpPaying();
    provider.state.behavior = "down";
    await expectRejections(paying);
  });

  test("everything that needs no provider still works", async () => {
    const { user } = await signUpPaying();
    provider.state.behavior = "down";
    expect((await readMe(user)).stripe_subscription_active).toBe(true);
    expect(
      (await user.call("POST", "/api/creators/me", { handle: user.handle, displayName: "Anna" })).status,
    ).toBe(200);
    expect((await (await signUpVerified(site)).call("GET", "/api/connect/status")).status).toBe(200);
    expect((await site.call("GET", `/@${user.handle}`)).status).toBe(200);
  });
});

describe("if the provider does not respond", () => {
  test("every route responds within ten seconds, and later attempts create one checkout", async () => {
    const paying = await signUpPaying();
    provider.state.behavior = "silent";
    const fresh = await expectRejections(paying);

    provider.state.behavior = "normal";
    const again = await startCheckout(fresh);
    expect(again.status).toBe(200);
    expect((await startCheckout(fresh)).body.sessionId).toBe(again.body.sessionId);
    const [checkouts] = await site.sql`select count(*)::int as count from billing_checkouts
      where creator_id = ${fresh.creator.id}`;
    expect(checkouts.count).toBe(1);
    const first = await fresh.call("POST", "/api/connect/onboard", { country: "DE" });
    expect((await fresh.call("POST", "/api/connect/onboard", { country: "DE" })).body.accountId).toBe(
      first.body.accountId,
    );
    expect((await downgrade(paying.user)).body.creator).toMatchObject({
      plan: "free",
      display_name: "Renamed",
    });
    expect(provider.subscriptions.get(paying.subscriptionId)?.status).toBe("ended");
  });
});

test("adopts a session at the next attempt if its response was lost", async () => {
  const anna = await signUpVerified(site);
  let isLost = true;
  provider.state.delay = async (method) => {
    if (method !== "startCheckout" || !isLost) return;
    isLost = false;
    throw new Error("the process died");
  };
  const known = provider.checkouts.size;
  expect((await startCheckout(anna)).status).toBe(500);
  provider.state.delay = undefined;
  expect((await startCheckout(anna)).status).toBe(200);
  expect(provider.checkouts.size).toBe(known + 1);
});

test("uses another idempotency key after an error, so that the provider does not repeat the error", async () => {
  const anna = await signUpVerified(site);
  provider.state.failsCreations = true;
  expect((await startCheckout(anna)).status).toBe(503);
  expect((await anna.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(503);
  provider.state.failsCreations = false;
  const { status, body } = await startCheckout(anna);
  expect(status).toBe(200);
  expect((await startCheckout(anna)).body).toEqual(body);
  const first = await anna.call("POST", "/api/connect/onboard", { country: "DE" });
  expect(first.status).toBe(200);
  expect((await anna.call("POST", "/api/connect/onboard", { country: "DE" })).body.accountId).toBe(
    first.body.accountId,
  );
});

test("adopts a session that was created despite an error response", async () => {
  const anna = await signUpVerified(site);
  const known = [provider.checkouts.size, provider.accounts.size] as const;
  provider.state.delay = async (method) => {
    if (method === "startCheckout" || method === "createAccount")
      throw new CreationFailed("an error after the work was done");
  };
  expect((await startCheckout(anna)).status).toBe(503);
  expect((await anna.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(503);
  provider.state.delay = undefined;
  expect((await startCheckout(anna)).status).toBe(200);
  expect((await anna.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(200);
  expect([provider.checkouts.size, provider.accounts.size]).toEqual([known[0] + 1, known[1] + 1]);
});

test("allows the provider's scripts in the security policy only where they are used", async () => {
  const policyOf = async (path: string) =>
    String((await site.call("GET", path)).headers["content-security-policy"]);
  const account = await policyOf("/dashboard/settings/stripe");
  expect(account).toContain("script-src 'self' https://connect.example https://js.example;");
  expect(account).toContain("form-action 'self';");
  expect(account).toContain("frame-src https://connect.example https://js.example");
  for (const path of [
    "/",
    "/dashboard",
    "/dashboard/settings",
    "/checkout/stripe",
    "/@nobody",
    "/checkout/return",
    "/api/public/config",
  ]) {
    expect(await policyOf(path), path).not.toMatch(/(connect|js)\.example/);
  }
});
