import { expect, test } from "vitest";
import { mailsTo, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

/** Returns the payout changes in the emails to a creator. */
const payoutMails = async ({ email }: Pick<TestUser, "email"> = anna) =>
  (await mailsTo(site, email, "payout-changed")).map(({ html }) => {
    const { change, provider, account } = JSON.parse(html);
    return { change, provider, account };
  });
const onboard = (user: TestUser) => user.call("POST", "/api/connect/onboard", { country: "DE" });
const save = (more: object) =>
  anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: "Anna", ...more });

test("emails a creator once for each payout account that is connected or disconnected", async () => {
  const first = (await onboard(anna)).body.accountId;
  await onboard(anna);
  const connected = { change: "connected", provider: "stripe" };
  expect(await payoutMails()).toEqual([{ ...connected, account: first.slice(-4) }]);
  expect((await anna.call("POST", "/api/connect/disconnect", {})).status).toBe(200);
  const second = (await onboard(anna)).body.accountId;
  expect(second).not.toBe(first);
  expect(await payoutMails()).toEqual([
    { ...connected, account: first.slice(-4) },
    { ...connected, change: "disconnected", account: first.slice(-4) },
    { ...connected, account: second.slice(-4) },
  ]);
});

test("emails a creator about a change of the provider or account in the profile, but not about other changes", async () => {
  await save({ paymentProvider: "stripe", paymentAccountId: "acct_1" });
  await save({ paymentProvider: "stripe", paymentAccountId: "acct_1", bio: "Ceramics." });
  expect(await payoutMails()).toEqual([{ change: "profile" }]);
  await save({ paymentAccountId: "acct_2" });
  await save({ paymentProvider: "none" });
  expect(await payoutMails()).toHaveLength(3);
});

test("sends no email to an address that was never verified", async () => {
  const fresh = await site.signUp();
  const payments = { paymentProvider: "stripe", paymentAccountId: "acct_1" };
  const profile = { handle: fresh.handle, displayName: "Fresh", ...payments };
  expect((await fresh.call("POST", "/api/creators/me", profile)).status).toBe(200);
  expect(await payoutMails(fresh)).toEqual([]);
});
