import { describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { askForReset, mailedLink, mailsTo, rejection, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const VERIFIED = "/auth/verify?status=success";
const PASSWORD = "the owner's own one";
const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));
const other = testSite(() => ({ databaseUrl: site.databaseUrl, openId: provider.connect() }));
/** A user who registers with an email that may be another person's. */
const maker = prepareEach(() => site.signUp());

const linkOf = async (user: TestUser) => (await mailedLink(site, user.email, "verify-email")).path;
/** Opens the link in a browser that is signed out. */
async function openElsewhere(user: TestUser, app: TestApp = site) {
  const browser = new TestBrowser(app, PUBLIC_URL);
  expect((await browser.open(await linkOf(user))).location).toBe(VERIFIED);
  return browser;
}
const logIn = ({ email, password }: Pick<TestUser, "email" | "password">, cookie = "", app: TestApp = site) =>
  app.call("POST", "/api/auth/login", { email, password }, { cookie });
const me = async (user: TestUser, app: TestApp = site) =>
  app.call("GET", "/api/creators/me", undefined, { cookie: user.cookie });
const provenAt = async (user: TestUser) =>
  (await site.sql`select email_proven_at from users where email = ${user.email}`)[0]?.email_proven_at;
const claim = (cookie: string, app: TestApp = site) =>
  app.call("POST", "/api/auth/verify/claim", undefined, { cookie });
const setPassword = (token: string) =>
  site.call("POST", "/api/auth/reset-password", { token, password: PASSWORD });

describe("the verification link of a new account, opened while signed out", () => {
  test("verifies the email on every node, and keeps the session and the password", async () => {
    await openElsewhere(maker, other);
    for (const app of [site, other]) {
      const { status, body } = await me(maker, app);
      expect(status).toBe(200);
      expect(body.creator.email_verified_at).toEqual(expect.any(String));
      expect((await logIn(maker, "", app)).status).toBe(200);
    }
    expect(await provenAt(maker)).toBeNull();
  });

  test("starts no session", async () => {
    const browser = await openElsewhere(maker);
    expect(await browser.whoAmI()).toBeUndefined();
  });

  test("changes nothing when a mail scanner requests it by HEAD and GET first", async () => {
    const path = await linkOf(maker);
    await site.call("HEAD", path);
    for (let count = 0; count < 2; count++)
      expect((await site.call("GET", path)).headers.location).toBe(VERIFIED);
    expect((await me(maker)).status).toBe(200);
    const opened = await site.call("GET", path, undefined, { cookie: maker.cookie });
    expect(opened.headers.location).toBe(VERIFIED);
    expect(await provenAt(maker)).toEqual(expect.any(Date));
  });

  test("proves the ownership together with the password in the same browser", async () => {
    const phone = await openElsewhere(maker);
    expect((await logIn(maker, phone.cookies.header)).status).toBe(200);
    expect(await provenAt(maker)).toEqual(expect.any(Date));
    expect((await me(maker)).status).toBe(200);
  });

  test("proves nothing with the password in another browser, or after it has expired", async () => {
    const strangers = await openElsewhere(await site.signUp());
    const phone = await openElsewhere(maker);
    for (const cookie of ["", strangers.cookies.header, "tessera_reader=forged"])
      expect((await logIn(maker, cookie)).status).toBe(200);
    await site.query("update one_time_tokens set expires_at = now() where purpose = 'verify'");
    expect((await logIn(maker, phone.cookies.header)).status).toBe(200);
    expect(await provenAt(maker)).toBeNull();
  });

  test("lets its reader take over the account by email, which ends the maker's session and password", async () => {
    const reader = await openElsewhere(maker);
    expect((await claim(reader.cookies.header, other)).status).toBe(204);
    expect((await me(maker)).status).toBe(200);
    const sent = await Promise.all([site, other].map((app) => mailsTo(app, maker.email, "reset-password")));
    expect(sent.flat()).toHaveLength(1);
    const token = new URL(sent.flat()[0]?.mainLink ?? "").searchParams.get("token") ?? "";
    expect((await setPassword(token)).status).toBe(204);
    expect((await me(maker)).status).toBe(401);
    expect(await logIn(maker)).toMatchObject(rejection(401, "accounts.wrong_login"));
    expect((await logIn({ ...maker, password: PASSWORD })).status).toBe(200);
  });

  test("rejects a request from another browser, or after the link has expired", async () => {
    const reader = await openElsewhere(maker);
    const REFUSED = rejection(409, "accounts.verify_link_old");
    for (const cookie of ["", maker.cookie, "tessera_reader=forged"])
      expect(await claim(cookie)).toMatchObject(REFUSED);
    await site.query("update one_time_tokens set expires_at = now() where purpose = 'verify'");
    expect(await claim(reader.cookies.header)).toMatchObject(REFUSED);
    expect(await mailsTo(site, maker.email, "reset-password")).toEqual([]);
    const withoutPasswords = await openSite({
      databaseUrl: site.databaseUrl,
      settings: { passwordLogin: false },
    });
    expect((await claim(reader.cookies.header, withoutPasswords)).status).toBe(403);
  });

  test("leaves the account to the user whose provider has verified the email", async () => {
    await openElsewhere(maker);
    provider.signInAs({ sub: maker.email, email: maker.email, email_verified: true });
    const owner = new TestBrowser(site, PUBLIC_URL);
    expect(await owner.signInElsewhere()).toBe("/dashboard");
    expect(await owner.whoAmI()).toMatchObject({ email: maker.email });
    expect((await me(maker)).status).toBe(401);
    expect((await logIn(maker)).status).toBe(401);
  });

  test("removes the maker's provider and payout account when a password is set by email", async () => {
    await openElsewhere(maker);
    const { id, user_id: userId } = maker.creator;
    await site.sql`insert into identities (provider, subject, user_id) values ('google', ${`maker ${userId}`}, ${userId})`;
    expect((await maker.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(200);
    expect((await setPassword(await askForReset(site, maker.email))).status).toBe(204);
    expect(await site.sql`select 1 from identities where user_id = ${userId}`).toEqual([]);
    const [creator] = await site.sql`select stripe_account_id from creators where id = ${id}`;
    expect(creator.stripe_account_id).toBeNull();
    expect(
      await site.sql`select 1 from connect_accounts where creator_id = ${id} and ended_at is null`,
    ).toEqual([]);
  });
});

test("keeps the providers and the payout account of a proven account after a new password by email", async () => {
  await site.call("GET", await linkOf(maker), undefined, { cookie: maker.cookie });
  const { id, user_id: userId } = maker.creator;
  await site.sql`insert into identities (provider, subject, user_id) values ('google', ${`own ${userId}`}, ${userId})`;
  expect((await maker.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(200);
  expect((await setPassword(await askForReset(site, maker.email))).status).toBe(204);
  expect(await site.sql`select 1 from identities where user_id = ${userId}`).toHaveLength(1);
  const rows = await site.sql`select 1 from connect_accounts where creator_id = ${id} and ended_at is null`;
  expect(rows).toHaveLength(1);
});
