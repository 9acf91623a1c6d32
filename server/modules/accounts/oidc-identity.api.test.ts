import { expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { mailedLink, mailsTo } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import type { ProviderUser } from "../../testing/openid-server.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const FAILED = "/auth?error=google_failed";

const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));
const other = testSite(() => ({ databaseUrl: site.databaseUrl, openId: provider.connect() }));

const profile = (sub: string, email: string): ProviderUser => ({
  sub,
  email,
  email_verified: true,
  name: "Sam",
});
/** Signs in at the provider. Returns the callback URL of the redirect. */
async function atProvider(user: ProviderUser, app: TestApp = site) {
  provider.signInAs(user);
  const browser = new TestBrowser(app, PUBLIC_URL);
  const callback = await browser.passProvider(await browser.leave());
  return { browser, callback };
}
async function signIn(user: ProviderUser) {
  const { browser, callback } = await atProvider(user);
  return { browser, location: (await browser.open(callback)).location };
}
const identitiesOf = (userId: string) => site.sql`select subject from identities where user_id = ${userId}`;

test("denies another subject with the same email the account of the first one", async () => {
  const email = "position@company.example";
  const first = await signIn(profile("employee-2019", email));
  const { user_id } = await first.browser.whoAmI();
  const sessions = await site.query("select count(*) from sessions");
  const second = await signIn(profile("employee-2026", email));
  expect(second.location).toBe(FAILED);
  expect(second.browser.cookies.get("tessera_session")).toBeUndefined();
  expect(await site.query("select count(*) from sessions")).toEqual(sessions);
  expect(await identitiesOf(user_id)).toEqual([{ subject: "employee-2019" }]);
  expect(await mailsTo(site, email, "account-linked")).toEqual([]);
  expect((await signIn(profile("employee-2019", email))).location).toBe("/dashboard");
});

test("starts no session for an identity that a reset or an undo removes at the same time", async () => {
  const { creator } = await site.signUp();
  const { user_id: userId } = creator;
  const thief = profile("linked-by-a-thief", "thief-of-an-account@example.net");
  await site.sql`insert into identities (provider, subject, user_id) values ('google', ${thief.sub}, ${userId})`;
  const { browser, callback } = await atProvider(thief);
  const removal = await beginTransaction(site);
  await removal.sql`select 1 from users where id = ${userId} for no key update`;
  await removal.sql`delete from identities where user_id = ${userId}`;
  await removal.sql`delete from sessions where user_id = ${userId}`;
  const late = browser.open(callback);
  await Promise.race([late, untilWaiting(site)]);
  await removal.commit();
  await late;
  expect(await site.sql`select 1 from sessions where user_id = ${userId}`).toEqual([]);
  expect((await browser.whoAmI()).user_id).not.toBe(userId);
});

test("accepts a sign-in while a concurrent one of the same user links the account", async () => {
  const anna = await site.signUp();
  const user = profile("linked-meanwhile", anna.email);
  const { browser, callback } = await atProvider(user);
  const { user_id: userId } = anna.creator;
  const linking = await beginTransaction(site);
  await linking.sql`select 1 from users where id = ${userId} for update`;
  await linking.sql`insert into identities (provider, subject, user_id) values ('google', ${user.sub}, ${userId})`;
  const late = browser.open(callback);
  await untilWaiting(site);
  await linking.commit();
  expect((await late).location).toBe("/dashboard");
});

test("links a password account to one of two concurrent subjects on two nodes", async () => {
  const anna = await site.signUp();
  await site.call("GET", (await mailedLink(site, anna.email, "verify-email")).path);
  const arrivals = [
    await atProvider(profile("race-1", anna.email), site),
    await atProvider(profile("race-2", anna.email), other),
  ];
  const locations = await Promise.all(
    arrivals.map(async ({ browser, callback }) => (await browser.open(callback)).location),
  );
  expect(locations.toSorted()).toEqual([FAILED, "/dashboard"]);
  expect(await identitiesOf(anna.creator.user_id)).toHaveLength(1);
});

test("creates one account for two concurrent subjects with the same new email", async () => {
  const email = "new@company.example";
  const arrivals = [
    await atProvider(profile("new-1", email), site),
    await atProvider(profile("new-2", email), other),
  ];
  const locations = await Promise.all(
    arrivals.map(async ({ browser, callback }) => (await browser.open(callback)).location),
  );
  expect(locations.toSorted()).toEqual(["/auth/complete", FAILED]);
});
