import { beforeEach, describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { askForReset, mailedLink, mailsTo, NEW_CREATOR, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import type { ProviderUser } from "../../testing/openid-server.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { testSite } from "../../testing/test-site.ts";

const ADMIN = "owner@example.org";

const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect(), settings: { adminEmail: ADMIN } }));
const other = testSite(() => ({ databaseUrl: site.databaseUrl, openId: provider.connect() }));

let count = 0;
function newUser(given: Partial<ProviderUser> = {}) {
  count += 1;
  return {
    sub: `s-${count}`,
    email: `s${count}@example.org`,
    email_verified: true,
    name: `Sam No${count}`,
    ...given,
  };
}
/** Signs in with the provider in a new browser. Returns the final path. */
async function signInAs(user: ProviderUser, app: TestApp = site) {
  provider.signInAs(user);
  const browser = new TestBrowser(app, PUBLIC_URL);
  return { browser, location: await browser.signInElsewhere() };
}
const login = (email: string, password: string) => site.call("POST", "/api/auth/login", { email, password });
const countUsers = async () => (await site.query("select count(*)::int as count from users"))[0].count;

describe("a new user from the provider", () => {
  test("gets a verified account with a page under a free handle, and is asked to finish the profile", async () => {
    const user = newUser({ name: "Åsa Öberg", email: "Asa.Oberg@Example.org" });
    const { browser, location } = await signInAs(user);
    expect(location).toBe("/auth/complete");
    expect(await browser.whoAmI()).toEqual({
      ...NEW_CREATOR,
      email: "asa.oberg@example.org",
      email_verified_at: expect.any(String),
      handle: "asa-oberg",
      display_name: "Åsa Öberg",
    });
    expect(await mailsTo(site, "asa.oberg@example.org")).toEqual([]);
    const finished = { handle: "asa", displayName: "Åsa", bio: null };
    const cookie = browser.cookies.header;
    expect((await site.call("POST", "/api/creators/me", finished, { cookie })).status).toBe(200);
  });

  test.for([
    { name: "Admin", email: "a1@example.org", handle: "admin-2" },
    { name: "ADMIN", email: "a2@example.org", handle: "admin-3" },
    { name: "Anna Lee", email: "a3@example.org", handle: "anna-lee" },
    { name: "anna.lee", email: "a4@example.org", handle: "anna-lee-2" },
    { name: undefined, email: "plain.name@example.org", handle: "plain-name" },
    { name: "李雷", email: "li.lei@example.org", handle: "li-lei" },
    { name: "!!", email: "x@example.org", handle: "creator-2" },
    { name: "B".repeat(300), email: "b@example.org", handle: "b".repeat(32) },
  ])("gets the handle $handle for the name $name", async ({ name, email, handle }) => {
    const { browser, location } = await signInAs(newUser({ name: name as string, email }));
    expect(location).toBe("/auth/complete");
    expect((await browser.whoAmI()).handle).toBe(handle);
  });

  test("gets a display name on one line within the length limit", async () => {
    const names = [
      [" Two\r\n\tlines\u0000 here ", "Two lines here"],
      [`${"n".repeat(99)}💥`, "n".repeat(99)],
      ["   ", "nameless"],
    ] as const;
    for (const [name, shown] of names) {
      const { browser } = await signInAs(newUser({ name, email: `nameless@n${count}.example.org` }));
      const creator = await browser.whoAmI();
      expect(creator.display_name).toBe(shown);
      const { handle, display_name: displayName } = creator;
      const cookie = browser.cookies.header;
      expect((await site.call("POST", "/api/creators/me", { handle, displayName }, { cookie })).status).toBe(
        200,
      );
    }
  });

  test("can set a password by email and then sign in both ways", async () => {
    const user = newUser();
    await signInAs(user);
    const token = await askForReset(site, user.email);
    await site.call("POST", "/api/auth/reset-password", { token, password: "a password too" });
    expect((await login(user.email, "a password too")).status).toBe(200);
    expect((await signInAs(user)).location).toBe("/dashboard");
  });

  test("is rejected if the provider has not verified the email", async () => {
    const before = await countUsers();
    for (const given of [
      { email_verified: false },
      { email_verified: undefined },
      { email_verified: "true" as unknown as boolean },
      { email: undefined },
      { email: "not an address" },
      { email: `${"a".repeat(250)}@example.org` },
    ]) {
      const { browser, location } = await signInAs({ ...newUser(), ...given } as ProviderUser);
      expect(location).toBe("/auth?error=google_unverified");
      expect(browser.cookies.get("tessera_session")).toBeUndefined();
    }
    expect(await countUsers()).toBe(before);
  });

  test("gets one account from concurrent sign-ins on two nodes", async () => {
    const user = newUser();
    const before = await countUsers();
    provider.signInAs(user);
    const windows = await concurrently(8, async (index) => {
      const app = index % 2 ? site : other;
      const browser = new TestBrowser(app, PUBLIC_URL);
      return { browser, callback: await browser.passProvider(await browser.leave()) };
    });
    const locations = await Promise.all(
      windows.map(async ({ browser, callback }) => (await browser.open(callback)).location),
    );
    expect(locations.filter((location) => location === "/auth/complete")).toHaveLength(1);
    expect(locations.filter((location) => location === "/dashboard")).toHaveLength(7);
    expect(await countUsers()).toBe(before + 1);
  });
});

describe("a known user from the provider", () => {
  test("is recognised only by the provider's subject, even with another email and name", async () => {
    const user = newUser();
    const { browser } = await signInAs(user);
    const { user_id } = await browser.whoAmI();
    await site.sql`update users set email = 'moved@example.org' where id = ${user_id}`;
    const taker = await site.signUp({ email: user.email });
    for (const given of [
      {},
      { email: "elsewhere@example.org" },
      { email_verified: false },
      { name: "Renamed" },
    ]) {
      const again = await signInAs({ ...user, ...given });
      expect(again.location).toBe("/dashboard");
      expect(await again.browser.whoAmI()).toMatchObject({ user_id, email: "moved@example.org" });
    }
    expect((await taker.call("GET", "/api/creators/me")).body.creator.email).toBe(user.email);
    expect(await site.sql`select 1 from identities where user_id = ${taker.creator.user_id}`).toEqual([]);
  });

  test("is not confused with another subject of the same name", async () => {
    const user = newUser();
    await signInAs(user);
    const { browser, location } = await signInAs({ ...newUser(), name: user.name });
    expect(location).toBe("/auth/complete");
    expect((await browser.whoAmI()).email).not.toBe(user.email);
  });

  test("gets a new account after the old one was deleted", async () => {
    const user = newUser();
    const { browser } = await signInAs(user);
    await site.sql`delete from users where id = ${(await browser.whoAmI()).user_id}`;
    expect((await signInAs(user)).location).toBe("/auth/complete");
  });
});

describe("a user with an account of the same email", () => {
  test("is linked to a verified account, which keeps its password and sessions and is notified", async () => {
    const anna = await site.signUp();
    const { path } = await mailedLink(site, anna.email, "verify-email");
    await site.call("GET", path, undefined, { cookie: anna.cookie });
    const before = await countUsers();
    const { browser, location } = await signInAs(newUser({ email: anna.email.toUpperCase() }));
    expect(location).toBe("/dashboard");
    expect((await browser.whoAmI()).user_id).toBe(anna.creator.user_id);
    expect(await countUsers()).toBe(before);
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
    expect((await login(anna.email, anna.password)).status).toBe(200);
    const [notice, ...more] = await mailsTo(site, anna.email, "account-linked");
    expect(more).toEqual([]);
    expect(JSON.parse(notice?.html ?? "")).toEqual({
      mail: "account-linked",
      language: "en",
      provider: "Google",
      at: expect.stringMatching(/Z$/),
      links: { main: `${PUBLIC_URL}/auth` },
    });
  });

  test("is notified of the link once, however often they sign in", async () => {
    const anna = await site.signUp();
    const user = newUser({ email: anna.email });
    for (let visit = 0; visit < 3; visit++) expect((await signInAs(user)).location).toBe("/dashboard");
    expect(await mailsTo(site, anna.email, "account-linked")).toHaveLength(1);
  });

  test("receives an account that a stranger registered, and its other sessions end", async () => {
    const mallory = await site.signUp({ email: "victim@example.org", password: "mallory's password" });
    const second = await login("victim@example.org", "mallory's password");
    const verification = await mailedLink(site, "victim@example.org", "verify-email");
    const resetToken = await askForReset(site, "victim@example.org");

    const { browser, location } = await signInAs(newUser({ email: "victim@example.org" }));
    expect(location).toBe("/dashboard");
    expect(await browser.whoAmI()).toMatchObject({
      user_id: mallory.creator.user_id,
      email_verified_at: expect.any(String),
    });
    for (const session of [mallory.session, second.cookies[0]?.value]) {
      const cookie = `tessera_session=${session}`;
      expect((await site.call("GET", "/api/creators/me", undefined, { cookie })).status).toBe(401);
    }
    expect((await login("victim@example.org", "mallory's password")).status).toBe(401);
    const reset = { token: resetToken, password: "mallory's next one" };
    expect((await site.call("POST", "/api/auth/reset-password", reset)).status).toBe(400);
    await site.call("GET", verification.path);
    expect((await login("victim@example.org", "mallory's password")).status).toBe(401);
    expect((await browser.whoAmI()).email).toBe("victim@example.org");
  });

  test("is not linked if the provider has not verified the email", async () => {
    const anna = await site.signUp();
    const { location } = await signInAs(newUser({ email: anna.email, email_verified: false }));
    expect(location).toBe("/auth?error=google_unverified");
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
    expect(await mailsTo(site, anna.email, "account-linked")).toEqual([]);
  });
});

test("makes a user with the email of ADMIN_EMAIL an administrator by the provider", async () => {
  const fresh = await signInAs(newUser({ email: ADMIN }));
  expect(await fresh.browser.whoAmI()).toMatchObject({ is_admin: true });
  await site.sql`delete from users where email = ${ADMIN}`;
  await site.signUp({ email: ADMIN });
  const joined = await signInAs(newUser({ email: ADMIN }));
  expect(await joined.browser.whoAmI()).toMatchObject({ is_admin: true });
});

describe("an account that a stranger registered with the email of ADMIN_EMAIL", () => {
  const openLink = () => site.sql`update users set email_verified_at = now() where email = ${ADMIN}`;
  /** Links an account without a proof. */
  const linkedBefore = ({ creator }: TestUser, { sub }: { sub: string }) =>
    site.sql`insert into identities (provider, subject, user_id) values ('google', ${sub}, ${creator.user_id})`;
  const isOut = async (stranger: TestUser) => {
    expect((await stranger.call("GET", "/api/creators/me")).status).toBe(401);
    expect((await login(ADMIN, stranger.password)).status).toBe(401);
  };
  beforeEach(() => site.sql`delete from users where email = ${ADMIN}`);

  test("belongs only to the owner once the owner signs in with the provider", async () => {
    const stranger = await site.signUp({ email: ADMIN });
    await openLink();
    const { browser } = await signInAs(newUser({ email: ADMIN }));
    expect(await browser.whoAmI()).toMatchObject({ is_admin: true });
    await isOut(stranger);
  });

  test("belongs to the owner even if they signed in with the provider before ADMIN_EMAIL was set", async () => {
    const stranger = await other.signUp({ email: ADMIN });
    await openLink();
    const owner = newUser({ email: ADMIN });
    await linkedBefore(stranger, owner);
    const before = await signInAs(owner, other);
    expect(await before.browser.whoAmI()).toMatchObject({ is_admin: false });
    expect((await stranger.call("GET", "/api/creators/me")).status).toBe(200);
    const { browser } = await signInAs(owner);
    expect(await browser.whoAmI()).toMatchObject({ is_admin: true });
    await isOut(stranger);
  });

  test("does not become an administrator while the provider verifies another email or none", async () => {
    const stranger = await other.signUp({ email: ADMIN });
    await openLink();
    const owner = newUser({ email: ADMIN });
    await linkedBefore(stranger, owner);
    for (const change of [{ email: "moved@example.org" }, { email_verified: false }]) {
      const { browser, location } = await signInAs({ ...owner, ...change });
      expect(location).toBe("/dashboard");
      expect(await browser.whoAmI()).toMatchObject({ email: ADMIN, is_admin: false });
    }
    expect((await stranger.call("GET", "/api/creators/me")).body.creator.is_admin).toBe(false);
  });
});

describe("a provider that sends names and emails only on request", () => {
  const minimal = testProvider({ claimsInToken: false });
  const app = testSite(() => ({ databaseUrl: site.databaseUrl, openId: minimal.connect() }));

  test("is asked for both", async () => {
    const user = newUser({ name: "Quiet One" });
    minimal.signInAs(user);
    const browser = new TestBrowser(app, PUBLIC_URL);
    expect(await browser.signInElsewhere()).toBe("/auth/complete");
    expect(await browser.whoAmI()).toMatchObject({ email: user.email, display_name: "Quiet One" });
  });
});
