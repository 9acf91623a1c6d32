import { describe, expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import {
  fieldRejection,
  modelOf,
  rejection,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { onboard, readMe, submit, subscribe } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

const ALL_DUE = [
  "business_type",
  "business_profile.product_description",
  "external_account",
  "individual.verification.document",
];
const statusOf = async (user: TestUser) => (await user.call("GET", "/api/connect/status")).body;
const setTips = (user: TestUser, enabled: boolean) => user.call("POST", "/api/connect/tips", { enabled });
const publicCreator = async (handle: string) =>
  (await site.call("GET", `/api/public/creator/${handle}`)).body.creator;
const shownTips = async (handle: string) => {
  const { creator } = modelOf((await site.call("GET", `/@${handle}`)).text);
  return creator.tips_enabled && creator.has_payment_account;
};
const manage = async (user: TestUser) =>
  (await user.call("POST", "/api/connect/refresh")).body.onboardingUrl as string;

describe("before onboarding", () => {
  test("reports no account and the fee of the Free plan", async () => {
    expect(await statusOf(anna)).toEqual({
      connected: false,
      tipsEnabled: false,
      delayedPaymentsEnabled: false,
      platformFeeBps: 500,
      offers: ["connected"],
      provider: "stripe",
      mode: "sandbox",
      kind: null,
      canSell: false,
      country: null,
      account: null,
    });
  });

  test("refuses to turn tips on or off, and gives no link to refresh", async () => {
    for (const enabled of [true, false]) {
      expect(await setTips(anna, enabled)).toMatchObject(
        rejection(409, "connect.not_connected", "Start Stripe onboarding first."),
      );
    }
    expect((await anna.call("POST", "/api/connect/refresh")).status).toBe(409);
    expect((await readMe(anna)).tips_enabled).toBe(false);
  });

  test("requires a verified email", async () => {
    const anna = await site.signUp();
    const rejected = {
      status: 403,
      body: { error: "Please verify your email to unlock all features.", code: "accounts.unverified" },
    };
    expect(await anna.call("POST", "/api/connect/onboard", {})).toMatchObject(rejected);
    expect(await anna.call("POST", "/api/connect/refresh")).toMatchObject(rejected);
    expect(await setTips(anna, true)).toMatchObject(rejected);
    expect(await site.sql`select 1 from connect_accounts where creator_id = ${anna.creator.id}`).toEqual([]);
  });

  test("ignores a typed account id", async () => {
    await anna.call("POST", "/api/creators/me", {
      handle: anna.handle,
      displayName: anna.displayName,
      paymentProvider: "stripe",
      paymentAccountId: "acct_victim",
      stripe_account_id: "acct_victim",
      stripeAccountId: "acct_victim",
      tips_enabled: true,
      tipsEnabled: true,
    });
    expect(await readMe(anna)).toMatchObject({
      payment_account_id: "acct_victim",
      stripe_account_id: null,
      tips_enabled: false,
    });
    expect((await statusOf(anna)).connected).toBe(false);
    expect(await publicCreator(anna.handle)).toMatchObject({ has_payment_account: false });
  });

  test("rejects invalid input with messages", async () => {
    for (const body of [{}, { enabled: "yes" }, { enabled: 1 }, { enabled: null }]) {
      expect(await anna.call("POST", "/api/connect/tips", body)).toMatchObject(
        fieldRejection("enabled", "Enabled must be true or false."),
      );
    }
  });
});

describe("onboarding", () => {
  test("starts with an account whose requirements are all due", async () => {
    const { status, body } = await anna.call("POST", "/api/connect/onboard", {});
    expect(status).toBe(200);
    expect(body).toEqual({
      onboardingUrl: expect.stringMatching(/^http:\/\/localhost:3000\/sandbox\/onboarding\/[\w-]{43}$/),
      embeddedClientSecret: null,
      accountId: expect.stringMatching(/^acct_/),
      platformFeeBps: 500,
    });
    expect(await statusOf(anna)).toMatchObject({
      connected: true,
      account: { id: body.accountId, requirements: { currentlyDue: ALL_DUE, pastDue: [] } },
    });
    expect((await readMe(anna)).stripe_account_id).toBe(body.accountId);
  });

  test("creates one account for repeated and concurrent requests", async () => {
    const responses = await concurrently(8, () =>
      anna.call("POST", "/api/connect/onboard", { embedded: true }),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(responses.map(({ body }) => body.accountId)).size).toBe(1);
    expect(new Set(responses.map(({ body }) => body.onboardingUrl)).size).toBe(8);
  });

  test("can be resumed if it was not completed", async () => {
    const left = await submit(anna, await onboard(site, anna, { steps: 1 }), { action: "leave" });
    expect(left.headers.location).toBe("http://localhost:3000/dashboard/settings?onboarding=return");
    expect((await statusOf(anna)).account.requirements.currentlyDue).toEqual(ALL_DUE.slice(2));
    expect(await setTips(anna, true)).toMatchObject(
      rejection(409, "connect.requirements_due", "Complete Stripe onboarding before changing tip settings."),
    );
    expect((await readMe(anna)).tips_enabled).toBe(false);

    const resumed = await manage(anna);
    const page = await anna.call("GET", new URL(resumed).pathname);
    expect(modelOf(page.text)).toMatchObject({ page: "sandbox-onboarding", step: 1, steps: 3 });
    // A repeated first step does not complete the second one.
    await submit(anna, resumed, { action: "answer", step: "0" });
    expect((await statusOf(anna)).account.requirements.currentlyDue).toEqual(ALL_DUE.slice(2));
    await submit(anna, resumed, { action: "answer", step: "1" });
    await submit(anna, resumed, { action: "answer", step: "2" });
    expect((await statusOf(anna)).account.requirements).toEqual({ currentlyDue: [], pastDue: [] });
  });

  test("reports the fee of the plan", async () => {
    await subscribe(site, anna);
    expect((await anna.call("POST", "/api/connect/onboard", {})).body.platformFeeBps).toBe(0);
    expect((await statusOf(anna)).platformFeeBps).toBe(0);
  });

  test("redirects from an expired link to a new one", async () => {
    const url = await onboard(site, anna, { steps: 0 });
    await site.sql`update sandbox_links set expires_at = now() - interval '1 second'
      where account_id = (select stripe_account_id from creators where id = ${anna.creator.id})`;
    for (const response of [
      await anna.call("GET", new URL(url).pathname),
      await submit(anna, url, { action: "answer", step: "0" }),
    ]) {
      expect(response.headers.location).toBe("http://localhost:3000/dashboard/settings?onboarding=refresh");
    }
    expect((await statusOf(anna)).account.requirements.currentlyDue).toEqual(ALL_DUE);
  });

  test("can be seen and completed only by its creator", async () => {
    const berta = await signUpVerified(site);
    const url = await onboard(site, anna, { steps: 0 });
    const path = new URL(url).pathname;
    expect((await berta.call("GET", path)).status).toBe(404);
    expect((await site.call("GET", `${path}x`)).status).toBe(404);
    expect((await submit(berta, url, { action: "answer", step: "0" })).status).toBe(404);
    const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" };
    expect((await anna.call("POST", path, "action=answer&step=0", form)).status).toBe(403);
    expect((await statusOf(anna)).account.requirements.currentlyDue).toEqual(ALL_DUE);
  });
});

test("writes nothing when the status is read", async () => {
  await onboard(site, anna, { steps: 1 });
  await statusOf(anna);
  const everything = async () =>
    JSON.stringify([
      await site.query("select * from connect_accounts"),
      await site.query("select * from creators"),
    ]);
  const before = await everything();
  await statusOf(anna);
  expect(await everything()).toBe(before);
});

describe("tips", () => {
  const ready = async () => {
    await onboard(site, anna);
    return anna;
  };

  test("appear on the page while they are on", async () => {
    const anna = await ready();
    expect(await shownTips(anna.handle)).toBe(false);
    const on = await setTips(anna, true);
    expect(on.body).toMatchObject({ connected: true, tipsEnabled: true, platformFeeBps: 500 });
    expect(await shownTips(anna.handle)).toBe(true);
    expect((await setTips(anna, true)).status).toBe(200);
    expect((await setTips(anna, false)).body.tipsEnabled).toBe(false);
    expect(await shownTips(anna.handle)).toBe(false);
  });

  test("are turned off when a requirement is past due, and can be turned on once it is met", async () => {
    const anna = await ready();
    await setTips(anna, true);
    const url = await manage(anna);
    await submit(anna, url, { action: "late" });
    await site.settled();
    expect(await shownTips(anna.handle)).toBe(false);
    expect(await statusOf(anna)).toMatchObject({
      tipsEnabled: false,
      account: { requirements: { pastDue: ["individual.verification.document"] } },
    });
    expect((await setTips(anna, true)).status).toBe(409);
    await submit(anna, url, { action: "answer", step: "2" });
    await site.settled();
    expect(await shownTips(anna.handle)).toBe(false);
    expect((await setTips(anna, true)).status).toBe(200);
  });

  test("are turned off when the account is disconnected, which lets another be onboarded", async () => {
    const anna = await ready();
    await setTips(anna, true);
    const { stripe_account_id: first } = await readMe(anna);
    await submit(anna, await manage(anna), { action: "deauthorize" });
    await site.settled();
    expect(await shownTips(anna.handle)).toBe(false);
    expect(await readMe(anna)).toMatchObject({ stripe_account_id: null, tips_enabled: false });
    expect(await statusOf(anna)).toMatchObject({ connected: false, account: null, tipsEnabled: false });
    await onboard(site, anna);
    expect((await readMe(anna)).stripe_account_id).not.toBe(first);
    expect((await setTips(anna, true)).status).toBe(200);
  });

  test("can be turned off while a requirement is due", async () => {
    const anna = await ready();
    await setTips(anna, true);
    await site.sql`update sandbox_accounts set currently_due = '["external_account"]'
      where owner = ${String(anna.creator.id)}`;
    expect((await setTips(anna, false)).body.tipsEnabled).toBe(false);
    expect((await setTips(anna, true)).status).toBe(409);
  });
});
