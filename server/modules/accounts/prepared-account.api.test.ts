import { describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { askForReset, mailedLink, mailsTo, rejection, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const VERIFIED = "/auth/verify?status=success";
const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));
const other = testSite(() => ({ databaseUrl: site.databaseUrl, openId: provider.connect() }));
/** Has registered with an email that may be another's. */
const maker = prepareEach(() => site.signUp());

const linkOf = async (user: TestUser) => (await mailedLink(site, user.email, "verify-email")).path;
/** Opens the link in a browser that is not signed in. */
async function openElsewhere(user: TestUser, app: TestApp = site) {
  const browser = new TestBrowser(app, PUBLIC_URL);
  expect((await browser.open(await linkOf(user))).location).toBe(VERIFIED);
  return browser;
}
const logIn = ({ email, password }: TestUser, cookie = "", app: TestApp = site) =>
  app.call("POST", "/api/auth/login", { email, password }, { cookie });
const me = async (user: TestUser, app: TestApp = site) =>
  app.call("GET", "/api/creators/me", undefined, { cookie: user.cookie });

describe("the verification link of a new account, opened where nobody is signed in", () => {
  test("verifies the email and suspends the session and the password, on every node", async () => {
    await openElsewhere(maker, other);
    for (const app of [site, other]) {
      expect((await me(maker, app)).status).toBe(401);
      expect(await logIn(maker, "", app)).toMatchObject(rejection(401, "accounts.contested"));
    }
    const [row] =
      await site.sql`select email_verified_at, email_proven_at from users where email = ${maker.email}`;
    expect(row).toEqual({ email_verified_at: expect.any(Date), email_proven_at: null });
  });

  test("starts no session", async () => {
    const browser = await openElsewhere(maker);
    expect(await browser.whoAmI()).toBeUndefined();
  });

  test("opened again in the browser that registered, everything is as it was: a mail scanner was first", async () => {
    await openElsewhere(maker);
    const opened = await site.call("GET", await linkOf(maker), undefined, { cookie: maker.cookie });
    expect(opened.headers.location).toBe(VERIFIED);
    expect((await me(maker)).body.creator).toMatchObject({ email_verified_at: expect.any(String) });
    expect((await logIn(maker)).status).toBe(200);
  });

  test("and then the password in the same browser: it is the user's phone", async () => {
    const phone = await openElsewhere(maker);
    expect((await logIn(maker, phone.cookies.header)).status).toBe(200);
    expect((await me(maker)).status).toBe(200);
    expect((await logIn(maker)).status).toBe(200);
  });

  test("a browser that opened the link of another account does not help", async () => {
    const phone = await openElsewhere(await site.signUp());
    await openElsewhere(maker);
    expect((await logIn(maker, phone.cookies.header)).status).toBe(401);
    const forged = "tessera_reader=forged";
    expect((await logIn(maker, forged)).status).toBe(401);
  });

  test("after its time the link brings nothing back; a new password does, and ends the others", async () => {
    const phone = await openElsewhere(maker);
    await site.query("update one_time_tokens set expires_at = now() where purpose = 'verify'");
    expect((await logIn(maker, phone.cookies.header)).status).toBe(401);
    await site.call("GET", await linkOf(maker), undefined, { cookie: maker.cookie });
    expect((await me(maker)).status).toBe(401);
    const token = await askForReset(site, maker.email);
    const password = "the owner's own one";
    expect((await site.call("POST", "/api/auth/reset-password", { token, password })).status).toBe(204);
    expect((await me(maker)).status).toBe(401);
    expect(await logIn(maker)).toMatchObject(rejection(401, "accounts.wrong_login"));
    expect((await logIn({ ...maker, password })).status).toBe(200);
  });

  test("the provider that verified the email gives the account to its owner", async () => {
    await openElsewhere(maker);
    provider.signInAs({ sub: maker.email, email: maker.email, email_verified: true });
    const owner = new TestBrowser(site, PUBLIC_URL);
    expect(await owner.signInElsewhere()).toBe("/dashboard");
    expect(await owner.whoAmI()).toMatchObject({ email: maker.email });
    await site.call("GET", await linkOf(maker), undefined, { cookie: maker.cookie });
    expect((await me(maker)).status).toBe(401);
    expect((await logIn(maker)).status).toBe(401);
  });

  test("a login that waits for it meanwhile starts no session", async () => {
    const path = await linkOf(maker);
    const opening = await beginTransaction(site);
    await opening.sql`select 1 from users where email = ${maker.email} for update`;
    const [opened, login] = [site.call("GET", path), untilWaiting(site).then(() => logIn(maker, "", other))];
    await untilWaiting(site, 2);
    await opening.commit();
    expect((await opened).headers.location).toBe(VERIFIED);
    // Whichever was first: no session of the old password works.
    const [cookie] = (await login).cookies;
    const seen = await site.call("GET", "/api/creators/me", undefined, {
      cookie: `${cookie?.name}=${cookie?.value}`,
    });
    expect(seen.status).toBe(401);
  });
});

test("a verified account is not suspended by a link that is opened late", async () => {
  await site.call("GET", await linkOf(maker), undefined, { cookie: maker.cookie });
  await openElsewhere(maker);
  expect((await me(maker)).status).toBe(200);
  expect((await logIn(maker)).status).toBe(200);
  expect(await mailsTo(site, maker.email, "reset-password")).toEqual([]);
});
