import { beforeEach, describe, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { mailsTo, offerFile, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { createTestApp } from "../../testing/harness.ts";
import { mollieOptions } from "../../testing/mollie-site.ts";
import { buyerOf, startPaid } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { newPayment } from "../../testing/sales.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie));
const { pay, rowOf, paymentsOf } = buyerOf(() => site);

const anna = prepareEach(() => signUpVerified(site));
let organization: string;
beforeEach(async () => {
  organization = mollie.app.signUp();
});

const start = async (user: TestUser) => {
  const { status, body, text } = await user.call("POST", "/api/connect/onboard", { provider: "mollie" });
  if (status !== 200) throw new Error(`not started: ${text}`);
  return new URL(body.onboardingUrl);
};
const come = async (user: TestUser, query: Record<string, string>) => {
  const { status, headers } = await user.call(
    "GET",
    `/api/connect/mollie/callback?${new URLSearchParams(query)}`,
  );
  return { status, location: String(headers.location) };
};
const connect = async (user = anna, whose = organization) => {
  const state = (await start(user)).searchParams.get("state") ?? "";
  return come(user, { state, code: mollie.app.allow(whose) });
};
const statusOf = async (user = anna) => (await user.call("GET", "/api/connect/status?provider=mollie")).body;
const sales = () => site.sales.mollie;
const sell = (account = organization) => sales().startPayment(newPayment({ account }));

describe("connecting an account at Mollie", () => {
  test("leads to Mollie's page with the required permissions, then back to the settings", async () => {
    const url = await start(anna);
    expect(url.pathname).toBe("/oauth2/authorize");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "app_testsonly",
      redirect_uri: "http://localhost:3000/api/connect/mollie/callback",
      response_type: "code",
      scope:
        "payments.read payments.write refunds.read refunds.write profiles.read organizations.read onboarding.read",
    });
    expect(await connect()).toEqual({ status: 302, location: "/dashboard/settings?onboarding=return" });
    expect(await statusOf()).toMatchObject({
      ...{ kind: "connected", canSell: true, country: "DE", mode: "test", provider: "mollie" },
      account: { id: organization },
    });
  });

  test("works only in the session that started it, in time and for this provider", async () => {
    const state = (await start(anna)).searchParams.get("state") ?? "";
    const berta = await signUpVerified(site);
    const expired = "/dashboard/settings?connect=expired&provider=mollie";
    for (const [user, given] of [
      [berta, state],
      [anna, ""],
      [anna, `9${state}`],
      [anna, state.slice(0, -1)],
      [anna, "1.x"],
    ] as const) {
      expect((await come(user, { state: given, code: mollie.app.allow(organization) })).location).toBe(
        expired,
      );
    }
    expect((await statusOf()).connected).toBe(false);
  });

  test("works once per start", async () => {
    const state = (await start(anna)).searchParams.get("state") ?? "";
    const back = async () => (await come(anna, { state, code: mollie.app.allow(organization) })).location;
    expect([await back(), await back()]).toEqual([
      "/dashboard/settings?onboarding=return",
      "/dashboard/settings?connect=expired&provider=mollie",
    ]);
    await anna.call("POST", "/api/connect/disconnect", { provider: "mollie" });
    expect(await back()).toContain("connect=expired");
  });

  test("connects nothing if the creator declines, or the code is used up", async () => {
    const state = (await start(anna)).searchParams.get("state") ?? "";
    expect((await come(anna, { state, error: "access_denied" })).location).toContain("connect=refused");
    expect((await come(anna, { state, code: "auth_invented" })).location).toContain("connect=failed");
    mollie.state.behavior = "broken";
    expect((await come(anna, { state, code: "auth_x" })).location).toContain("connect=failed");
    expect(
      (await site.query("select * from connect_accounts where creator_id = $1", [anna.creator.id])).length,
    ).toBe(0);
  });

  test("accepts one of two creators who connect the same account at the same moment", async () => {
    const berta = await signUpVerified(site);
    const both = await Promise.all([connect(anna), connect(berta)]);
    expect(
      both.map(({ status, location }) => [status, new URL(location, "https://x").search]).sort(),
    ).toEqual([
      [302, "?connect=taken&provider=mollie"],
      [302, "?onboarding=return"],
    ]);
  });

  test("stores an account once, and rejects it for another page", async () => {
    await connect();
    await connect();
    const rows = await site.sql`select ended_at from connect_accounts where account_id = ${organization}`;
    expect(rows).toEqual([{ ended_at: null }]);
    const berta = await signUpVerified(site);
    expect((await connect(berta)).location).toContain("connect=taken");
    await anna.call("POST", "/api/connect/disconnect", { provider: "mollie" });
    expect((await connect(berta)).location).toContain("onboarding=return");
  });

  test("seals the tokens", async () => {
    await connect();
    const [row] =
      await site.sql`select access_token, refresh_token from mollie_grants where organization_id = ${organization}`;
    for (const token of [row.access_token, row.refresh_token])
      expect(token.toString("latin1")).not.toMatch(/access_|refresh_/);
  });
});

describe("a sale on a connected account", () => {
  test("names profile, mode and platform fee", async () => {
    await connect();
    const { id } = await sell();
    expect(mollie.calls.at(-1)?.json).toMatchObject({
      testmode: true,
      profileId: expect.stringMatching(/^pfl_/),
      applicationFee: { amount: { currency: "EUR", value: "0.50" }, description: "Platform fee" },
    });
    expect(await sales().readPayment({ account: organization, id })).toMatchObject({
      fee: 50,
      status: "open",
    });
    const other = mollie.app.signUp();
    await connect(await signUpVerified(site), other);
    expect(await sales().readPayment({ account: other, id })).toBeUndefined();
  });

  test("is rejected before the request if its fees would exceed the amount", async () => {
    await connect();
    mollie.calls.length = 0;
    const small = newPayment({
      account: organization,
      amount: 100,
      fee: 99,
      lines: [{ name: "A", amount: 100 }],
    });
    await expect(sales().startPayment(small)).rejects.toMatchObject({ name: "AmountTooSmall" });
    expect(mollie.calls).toEqual([]);
  });
});

describe("an access token", () => {
  test("is refreshed once after it expires, even if several requests on two nodes need it", async () => {
    mollie.app.state.expiresIn = 60;
    await connect();
    Object.assign(mollie.app.state, { expiresIn: 3600, renewals: 0, delayMs: 300 });
    const node = await createTestApp(mollieOptions(mollie, { databaseUrl: site.databaseUrl }));
    const starts = Array.from({ length: 8 }, (_, at) =>
      (at % 2 ? node : site).sales.mollie.startPayment(newPayment({ account: organization })),
    );
    await Promise.all(starts);
    await node.close();
    expect(mollie.app.state.renewals).toBe(1);
  });

  test("ends the account and emails the creator when it is revoked, without falling back to the mock", async () => {
    await connect();
    const { tile } = await offerFile(site, anna);
    await anna.call("POST", "/api/seller", {
      ...{ legalName: "Anna Weber", address: "Hauptstraße 1, 10115 Berlin", country: "DE" },
      ...{ email: "shop@anna.example", isTrader: true },
    });
    const token = await startPaid(site, tile.id);
    mollie.app.withdraw(organization);
    expect((await pay(token, { consent: true })).status).toBe(409);
    expect((await statusOf()).connected).toBe(false);
    expect(await mailsTo(site, anna.email, "sales-stopped")).toHaveLength(1);
    expect((await site.call("POST", "/api/public/checkout", { tileId: tile.id })).status).toBe(409);
    expect((await rowOf(token)).status).not.toBe("paid");
    expect(await paymentsOf(token)).toHaveLength(1);
  });

  test("is renewed once if Mollie refuses it early, so that the sale succeeds", async () => {
    await connect();
    mollie.app.expireTokens(organization);
    mollie.app.state.renewals = 0;
    expect((await Promise.all([sell(), sell(), sell()])).map(({ status }) => status)).toEqual(
      Array(3).fill("open"),
    );
    expect(mollie.app.state.renewals).toBe(1);
  });

  test("ends the account in the hourly read after it was revoked, without a buyer or an event", async () => {
    await connect();
    mollie.app.withdraw(organization);
    await site.runNow("connect.read-own-account");
    await site.settled();
    expect(await mailsTo(site, anna.email, "sales-stopped")).toHaveLength(1);
    expect(
      await site.sql`select ended_at from connect_accounts where account_id = ${organization} and ended_at is null`,
    ).toEqual([]);
  });

  test("is revoked once its creator is deleted, but kept after a disconnection for refunds", async () => {
    await connect();
    await anna.call("POST", "/api/connect/disconnect", { provider: "mollie" });
    const grants = () => site.sql`select 1 from mollie_grants where organization_id = ${organization}`;
    await site.sql`update mollie_grants set created_at = now() - interval '2 days'`;
    await site.runNow("connect.read-own-account");
    expect(await grants()).toHaveLength(1);
    await site.sql`delete from connect_accounts where account_id = ${organization}`;
    await site.runNow("connect.read-own-account");
    expect(await grants()).toHaveLength(0);
    expect([...mollie.app.refreshTokens.values()].map((grant) => grant.organization)).not.toContain(
      organization,
    );
  });

  test("is kept if it is granted again while unused ones are revoked", async () => {
    await connect();
    const grants = () => site.sql`select 1 from mollie_grants where organization_id = ${organization}`;
    const makeOld = () =>
      site.sql`update mollie_grants set created_at = now() - interval '2 days' where organization_id = ${organization}`;
    await site.sql`delete from connect_accounts where account_id = ${organization}`;
    await makeOld();
    const { authorization } = site.mollie;
    const given = { code: mollie.app.allow(organization), returnUrl: "https://tessera.example/back" };
    await authorization?.endUnused(async (id) => {
      if (id === organization) await authorization.connect(given);
      return id !== organization;
    });
    expect(await grants()).toHaveLength(1);
    // Tokens are stored before their account is connected.
    await makeOld();
    await authorization?.connect({ ...given, code: mollie.app.allow(organization) });
    await authorization?.endUnused(async (id) => id !== organization);
    expect(await grants()).toHaveLength(1);
    expect((await sell()).status).toBe("open");
  });

  test.for(["broken", "rate-limited", "unauthorized"] as const)(
    "is kept while Mollie is %s, because the account's state is unknown then",
    async (behavior) => {
      mollie.app.state.expiresIn = 60;
      await connect();
      mollie.state.behavior = behavior;
      await expect(sell()).rejects.toMatchObject({ name: expect.stringMatching(/Unavailable|Rejection/) });
      expect((await statusOf()).error ?? (await statusOf()).code).toBeTruthy();
      Object.assign(mollie.state, { behavior: "normal" });
      expect((await sell()).status).toBe("open");
      expect((await statusOf()).canSell).toBe(true);
    },
  );

  test("sells nothing under another app, and the creator stays connected", async () => {
    await connect();
    await site.sql`update mollie_grants set client_id = 'app_another' where organization_id = ${organization}`;
    expect(await statusOf()).toMatchObject({ connected: true, canSell: false });
    await site.sql`update mollie_grants set client_id = 'app_testsonly' where organization_id = ${organization}`;
    expect(await statusOf()).toMatchObject({ connected: true, canSell: true });
  });

  test("cannot be read with another secret", async () => {
    await connect();
    await site.sql`update mollie_grants set access_token = refresh_token where organization_id = ${organization}`;
    await expect(sell()).rejects.toMatchObject({ name: "SellerUnavailable" });
  });
});

test.for([
  [{ status: "needs-data", canReceivePayments: false }, [], ["mollie.profile"]],
  [
    { status: "completed", canReceivePayments: true },
    [{ id: "pfl_blocked", status: "blocked" }],
    ["mollie.profile"],
  ],
] as const)("stops sales of an organization with %o and %o", async ([onboarding, profiles, due]) => {
  Object.assign(mollie.app.organizations.get(organization) ?? {}, { onboarding, profiles });
  await connect();
  expect(await statusOf()).toMatchObject({
    canSell: false,
    account: { requirements: { currentlyDue: due } },
  });
});
