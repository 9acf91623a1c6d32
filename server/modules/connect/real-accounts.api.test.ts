import { beforeEach, describe, expect, test } from "vitest";
import { rejection, signUpAs, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { readMe } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { findSellingAccount } from "./selling.ts";

const simulator = createPaymentSimulator();
const site = testSite({ payments: simulator.payments });
const anna = prepareEach(() => signUpVerified(site));
beforeEach(() => {
  simulator.state.behavior = "normal";
});

const statusOf = async (user: TestUser) => (await user.call("GET", "/api/connect/status")).body;
const onboard = (user: TestUser, body: object = { country: "DE" }) =>
  user.call("POST", "/api/connect/onboard", body);
const setTips = (user: TestUser, enabled: boolean) => user.call("POST", "/api/connect/tips", { enabled });
const selling = ({ creator }: TestUser) =>
  findSellingAccount(site.db, { creatorId: creator.id, modes: { stripe: "test" } });
const sendUpdate = async (account: string) => {
  await simulator.send(site, simulator.event("account.updated", { id: account, object: "account" }));
  await site.settled();
};
/** Completes all requirements at the provider. */
async function connect(user: TestUser) {
  const { accountId } = (await onboard(user)).body;
  const account = simulator.accounts.get(accountId);
  if (!account) throw new Error("no account");
  const requirements = { currentlyDue: [], pastDue: [] };
  simulator.accounts.set(accountId, { ...account, canSell: true, requirements });
  await sendUpdate(accountId);
  return accountId as string;
}

describe("connecting a real account", () => {
  test("requires a country once", async () => {
    const rejected = {
      status: 400,
      body: { details: { fieldErrors: { country: ["Choose the country you sell from."] } } },
    };
    expect(await onboard(anna, {})).toMatchObject(rejected);
    for (const country of ["XX", "de", 7]) expect(await onboard(anna, { country })).toMatchObject(rejected);
    expect(await selling(anna)).toBeUndefined();
    const first = await onboard(anna, { country: "AT" });
    expect(first.status).toBe(200);
    expect((await onboard(anna, {})).body.accountId).toBe(first.body.accountId);
    expect((await onboard(anna, { country: "DE" })).body.accountId).toBe(first.body.accountId);
    expect(await statusOf(anna)).toMatchObject({
      connected: true,
      kind: "connected",
      mode: "test",
      country: "AT",
      canSell: false,
    });
  });

  test("selects Stripe for the creator's sales, even after it was set to none", async () => {
    await onboard(anna);
    expect((await readMe(anna)).payment_provider).toBe("stripe");
    const { handle, displayName } = anna;
    await anna.call("POST", "/api/creators/me", { handle, displayName, paymentProvider: "none" });
    expect(await selling(anna)).toBeUndefined();
    await onboard(anna, {});
    expect(await selling(anna)).toMatchObject({ mode: "test", canSell: false });
  });

  test("uses the country of the next attempt after a failure, unless the account exists", async () => {
    simulator.state.failsCreations = true;
    expect((await onboard(anna, { country: "AT" })).status).toBe(503);
    simulator.state.failsCreations = false;
    await onboard(anna, { country: "DE" });
    expect((await statusOf(anna)).country).toBe("DE");
  });
});

test("requires an account that can take payments at Stripe for tips and sales", async () => {
  const id = await connect(anna);
  expect(await selling(anna)).toMatchObject({ account: id, canSell: true });
  expect((await setTips(anna, true)).body.tipsEnabled).toBe(true);
  const account = simulator.accounts.get(id);
  if (!account) throw new Error("no account");
  simulator.accounts.set(id, { ...account, canSell: false });
  await sendUpdate(id);
  expect(await statusOf(anna)).toMatchObject({ connected: true, canSell: false, tipsEnabled: false });
  expect(await selling(anna)).toMatchObject({ account: id, canSell: false });
  expect(await setTips(anna, true)).toMatchObject(rejection(409, "connect.requirements_due"));
});

describe("the installation's own account", () => {
  const selectOwn = (user: TestUser) => user.call("POST", "/api/connect/own");

  test("is offered only to administrators, for their own page", async () => {
    expect((await site.call("POST", "/api/connect/own")).status).toBe(401);
    expect(await selectOwn(anna)).toMatchObject(rejection(403, "admin.only"));
    expect(await selling(anna)).toBeUndefined();
    const admin = await signUpAs(site, { verified: true, admin: true });
    const { status, body } = await selectOwn(admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      connected: true,
      kind: "own",
      canSell: true,
      country: "DE",
      mode: "test",
      account: { id: "acct_own" },
    });
    expect(await selling(admin)).toMatchObject({ account: null, mode: "test", canSell: true });
    expect((await readMe(admin)).payment_provider).toBe("stripe");
    expect((await selectOwn(admin)).body).toEqual(body);
    expect((await onboard(admin)).status).toBe(409);
  });

  test("replaces a connected account only on request", async () => {
    const admin = await signUpAs(site, { verified: true, admin: true });
    await connect(admin);
    expect(await selectOwn(admin)).toMatchObject(
      rejection(409, "connect.already_connected", "Disconnect the current Stripe account first."),
    );
    expect((await admin.call("POST", "/api/connect/disconnect")).body.connected).toBe(false);
    expect((await selectOwn(admin)).body.kind).toBe("own");
  });

  test("is read again at the start, and stops selling once Stripe rejects charges", async () => {
    const [admin, other] = [
      await signUpAs(site, { verified: true, admin: true }),
      await signUpAs(site, { verified: true, admin: true }),
    ];
    await selectOwn(admin);
    await selectOwn(other);
    const before = simulator.state.ownAccount;
    simulator.state.ownAccount = { ...before, canSell: false };
    await site.runMaintenance();
    await site.settled();
    for (const user of [admin, other]) expect(await selling(user)).toMatchObject({ canSell: false });
    simulator.state.ownAccount = before;
    await sendUpdate("acct_own");
    for (const user of [admin, other]) expect(await selling(user)).toMatchObject({ canSell: true });
    simulator.state.ownAccount = { ...before, id: "acct_of_other_keys" };
    expect(await statusOf(admin)).toMatchObject({ connected: true, kind: "own", canSell: false });
    simulator.state.ownAccount = before;
    expect(await statusOf(admin)).toMatchObject({ connected: true, kind: "own", canSell: true });
  });

  test("does not exist without keys", async () => {
    const sandbox = await openSite();
    const admin = await signUpAs(sandbox, { verified: true, admin: true });
    expect(await selectOwn(admin)).toMatchObject(rejection(409, "connect.no_keys"));
  });
});

test("ends the account here when it is disconnected, turns tips off and never falls back to the mock checkout", async () => {
  expect((await anna.call("POST", "/api/connect/disconnect")).body.connected).toBe(false);
  const id = await connect(anna);
  await setTips(anna, true);
  expect((await anna.call("POST", "/api/connect/disconnect")).body).toMatchObject({
    connected: false,
    account: null,
    canSell: false,
    tipsEnabled: false,
  });
  expect(await readMe(anna)).toMatchObject({ stripe_account_id: null, tips_enabled: false });
  expect(await selling(anna)).toMatchObject({ rowId: null, canSell: false });
  await sendUpdate(id);
  expect((await statusOf(anna)).connected).toBe(false);
});

test("connects nothing while the provider is unavailable, and still starts the site", async () => {
  const admin = await signUpAs(site, { verified: true, admin: true });
  simulator.state.behavior = "down";
  expect(await admin.call("POST", "/api/connect/own")).toMatchObject(rejection(503, "payments.unavailable"));
  await site.runMaintenance();
  expect(await selling(admin)).toBeUndefined();
});

test("hides an account of another mode after the keys have changed", async () => {
  await connect(anna);
  await setTips(anna, true);
  await site.sql`update connect_accounts set mode = 'sandbox' where creator_id = ${anna.creator.id}`;
  await site.runMaintenance();
  expect(await readMe(anna)).toMatchObject({ stripe_account_id: null, tips_enabled: false });
});

describe("with the keys of another platform", () => {
  const foreign = createPaymentSimulator();
  foreign.state.ownAccount = { ...foreign.state.ownAccount, id: "acct_other_platform" };
  const other = testSite(() => ({ databaseUrl: site.databaseUrl, payments: foreign.payments }));

  test("stops sales, and resumes them on the same accounts with the right keys", async () => {
    const berta = await signUpVerified(site);
    const [ofAnna, ofBerta] = [await connect(anna), await connect(berta)];
    for (const user of [anna, berta]) {
      const { body } = await other.call("GET", "/api/connect/status", undefined, { cookie: user.cookie });
      expect(body).toMatchObject({ connected: true, canSell: false });
      expect(await selling(user)).toMatchObject({ canSell: false });
    }
    // Reading the status refreshes this creator's account. The other one is refreshed by maintenance.
    expect(await statusOf(anna)).toMatchObject({ connected: true, canSell: true, account: { id: ofAnna } });
    await site.runMaintenance();
    await site.settled();
    expect(await selling(berta)).toMatchObject({ account: ofBerta, canSell: true });
  });

  test("ends an account that is gone under the right keys", async () => {
    simulator.accounts.delete(await connect(anna));
    expect(await statusOf(anna)).toMatchObject({ connected: false });
    const berta = await signUpVerified(site);
    simulator.closed.add(await connect(berta));
    expect(await statusOf(berta)).toMatchObject({ connected: false });
  });
});
