import { expect, test } from "vitest";
import { signUpVerified, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { onboard, readMe } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const simulator = createPaymentSimulator();
const site = testSite({ payments: simulator.payments });

async function report(account: string, change: { canSell: boolean }) {
  const known = simulator.accounts.get(account);
  if (!known) throw new Error("no account");
  simulator.accounts.set(account, { ...known, ...change, requirements: { currentlyDue: [], pastDue: [] } });
  await sendEvent(account);
}
async function sendEvent(account: string) {
  await simulator.send(site, simulator.event("account.updated", { id: account, object: "account" }));
  await site.settled();
}
async function connect(user: TestUser) {
  const { accountId } = (await user.call("POST", "/api/connect/onboard", { country: "DE" })).body;
  await report(accountId, { canSell: true });
  return accountId as string;
}
const mailsTo = async ({ email }: TestUser, of: TestApp = site) => {
  await of.settled();
  return (await of.sentMails()).filter(
    ({ to, subject }) => to === email && subject.includes("sales-stopped"),
  );
};

test("emails a creator once each time the account stops taking payments", async () => {
  const anna = await signUpVerified(site);
  const account = await connect(anna);
  expect(await mailsTo(anna)).toHaveLength(0);
  await report(account, { canSell: false });
  await Promise.all([sendEvent(account), sendEvent(account), anna.call("GET", "/api/connect/status")]);
  await sendEvent(account);
  expect(await mailsTo(anna)).toHaveLength(1);
  await report(account, { canSell: true });
  expect(await mailsTo(anna)).toHaveLength(1);
  await report(account, { canSell: false });
  expect(await mailsTo(anna)).toHaveLength(2);
});

test("sends no email to a creator without a provider, or who disconnects", async () => {
  const [anna, berta] = [await signUpVerified(site), await signUpVerified(site)];
  const account = await connect(anna);
  const { handle, displayName } = anna;
  await anna.call("POST", "/api/creators/me", { handle, displayName, paymentProvider: "none" });
  await report(account, { canSell: false });
  expect(await mailsTo(anna)).toHaveLength(0);
  await connect(berta);
  await berta.call("POST", "/api/connect/disconnect");
  expect(await mailsTo(berta)).toHaveLength(0);
});

test("emails a creator when the account is removed at the provider", async () => {
  const anna = await signUpVerified(site);
  const account = await connect(anna);
  const application = { id: "ca_1", object: "application" };
  await simulator.send(site, simulator.event("account.application.deauthorized", application, { account }));
  await site.settled();
  expect((await anna.call("GET", "/api/connect/status")).body.connected).toBe(false);
  expect(await mailsTo(anna)).toHaveLength(1);
});

test("tells creators of the sandbox once, after keys were set, that buyers now get products free", async () => {
  const sandbox = await openSite();
  const [anna, berta] = [await signUpVerified(sandbox), await signUpVerified(sandbox)];
  for (const user of [anna, berta]) await onboard(sandbox, user, user === berta ? { steps: 1 } : {});
  for (const { handle, displayName, call } of [anna, berta]) {
    await call("POST", "/api/creators/me", { handle, displayName, paymentProvider: "stripe" });
  }
  const live = await openSite({ databaseUrl: sandbox.databaseUrl, payments: simulator.payments });
  await Promise.all([live.runMaintenance(), live.runMaintenance()]);
  await live.runMaintenance();
  await live.settled();
  expect(await readMe(anna)).toMatchObject({ stripe_account_id: null });
  const sent = [...(await mailsTo(anna, live)), ...(await mailsTo(anna, sandbox))];
  expect(sent).toHaveLength(1);
  expect(sent[0]?.html).toContain('"mockCheckout":true');
  expect([...(await mailsTo(berta, live)), ...(await mailsTo(berta, sandbox))]).toHaveLength(0);
});

test("emails a creator each time the operator's keys switch between real sales and tests", async () => {
  const anna = await signUpVerified(site);
  await connect(anna);
  const keys = createPaymentSimulator();
  keys.state.live = true;
  await site.sql`insert into connect_accounts (creator_id, mode, account_id, can_sell)
    values (${anna.creator.id}, 'live', 'acct_live', true)`;
  const live = await openSite({ databaseUrl: site.databaseUrl, payments: keys.payments });
  const modesSent = async () => {
    const sent = [...(await site.sentMails()), ...(await live.sentMails())];
    const toAnna = sent.filter(({ to }) => to === anna.email).map(({ html }) => JSON.parse(html));
    return toAnna.flatMap(({ mail, mode }) => (mail === "sales-mode-changed" ? [mode] : []));
  };
  for (const [keysAt, sent] of [
    [live, ["live"]],
    [site, ["live", "test"]],
    [live, ["live", "live", "test"]],
  ] as const) {
    await Promise.all([keysAt.runMaintenance(), keysAt.runMaintenance()]);
    await keysAt.settled();
    expect((await modesSent()).sort()).toEqual(sent);
  }
  expect(await mailsTo(anna)).toHaveLength(0);
});
