import { describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { mailsTo, signUpVerified } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import type { ProviderUser } from "../../testing/openid-server.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const provider = testProvider({ claimsInToken: false });
const site = testSite(() => ({
  openId: provider.connect(),
  oidc: provider.connectOidc(),
  settings: { oidcName: "Example Inc" },
}));
/** The provider after a change of OIDC_ISSUER. */
const next = testProvider();
const moved = testSite(() => ({ databaseUrl: site.databaseUrl, oidc: next.connectOidc() }));
let count = 0;
function arrive(given: Partial<ProviderUser> = {}): ProviderUser {
  count += 1;
  const user = { sub: `s-${count}`, email: `s${count}@example.org`, email_verified: true, ...given };
  provider.signInAs(user);
  return user;
}
const newBrowser = (app: TestApp = site) => new TestBrowser(app, PUBLIC_URL);

describe("the operator's own provider", () => {
  test("signs in a new user, and later the same identity", async () => {
    arrive({ name: "Sol Prima" });
    const browser = newBrowser();
    expect(await browser.signInElsewhere(undefined, "oidc")).toBe("/auth/complete");
    const { user_id, display_name } = await browser.whoAmI();
    expect(display_name).toBe("Sol Prima");
    const again = newBrowser();
    expect(await again.signInElsewhere("/dashboard/products", "oidc")).toBe("/dashboard/products");
    expect((await again.whoAmI()).user_id).toBe(user_id);
    expect(await site.sql`select provider from identities where user_id = ${user_id}`).toEqual([
      { provider: "oidc" },
    ]);
  });

  test("signs in to the account of an email at an internationalized domain", async () => {
    const anna = await signUpVerified(site, { email: "anna@xn--mller-kva.example" });
    arrive({ email: "Anna@müller.example" });
    const browser = newBrowser();
    await browser.signInElsewhere(undefined, "oidc");
    expect((await browser.whoAmI()).user_id).toBe(anna.creator.user_id);
  });

  test("does not sign in to the account of a similar-looking email", async () => {
    await signUpVerified(site, { email: "otto@example.org" });
    arrive({ email: "ｏｔｔｏ@example.org" });
    expect(await newBrowser().signInElsewhere(undefined, "oidc")).toMatch(/_unverified/);
  });

  test("is separate from Google: the same subject is another user there", async () => {
    const first = arrive({ sub: "same" });
    const browser = newBrowser();
    await browser.signInElsewhere(undefined, "oidc");
    arrive({ ...first, email: "other@example.org" });
    const other = newBrowser();
    expect(await other.signInElsewhere()).toBe("/auth/complete");
    expect((await other.whoAmI()).user_id).not.toBe((await browser.whoAmI()).user_id);
  });

  test("treats the same subject of another issuer as another user, and links the account again by its verified email", async () => {
    const former = arrive({ sub: "1" });
    const browser = newBrowser();
    await browser.signInElsewhere(undefined, "oidc");
    const { user_id } = await browser.whoAmI();
    next.signInAs({ ...former, email: "somebody-else@example.org" });
    const other = newBrowser(moved);
    expect(await other.signInElsewhere(undefined, "oidc")).toBe("/auth/complete");
    next.signInAs({ ...former, sub: "17" });
    const again = newBrowser(moved);
    expect(await again.signInElsewhere(undefined, "oidc")).toBe("/dashboard");
    expect((await again.whoAmI()).user_id).toBe(user_id);
    next.signInAs({ ...former, sub: "18" });
    const stranger = newBrowser(moved);
    expect(await stranger.signInElsewhere(undefined, "oidc")).toBe("/auth?error=oidc_failed");
  });

  test("links the account with the verified email and names itself in the notice", async () => {
    const user = arrive();
    const browser = newBrowser();
    await browser.signInElsewhere();
    const linked = newBrowser();
    expect(await linked.signInElsewhere(undefined, "oidc")).toBe("/dashboard");
    expect((await linked.whoAmI()).user_id).toBe((await browser.whoAmI()).user_id);
    const [mail] = await mailsTo(site, user.email ?? "", "account-linked");
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ provider: "Example Inc" });
  });

  test.each([
    { why: "unverified", given: { email_verified: false } },
    { why: "unverified", given: { email_verified: "false" } },
    { why: "unverified", given: { email_verified: 1 } },
    { why: "unstated", given: { email_verified: undefined } },
    { why: "no_email", given: { email: undefined, preferred_username: "eve@example.org" } },
  ])("creates no account for an unverified email: $given", async ({ why, given }) => {
    arrive(given as Partial<ProviderUser>);
    const browser = newBrowser();
    expect(await browser.signInElsewhere(undefined, "oidc")).toBe(`/auth?error=oidc_${why}`);
    expect(await browser.whoAmI()).toBeUndefined();
    expect(site.logLines.some((line) => line.includes("OIDC sign-in rejected"))).toBe(true);
  });

  test("may send the verified flag of an email as text", async () => {
    arrive({ email_verified: "true" } as unknown as Partial<ProviderUser>);
    expect(await newBrowser().signInElsewhere(undefined, "oidc")).toBe("/auth/complete");
  });

  test("does not finish a sign-in that was started at another provider", async () => {
    arrive();
    const browser = newBrowser();
    const callback = await browser.passProvider(await browser.leave(undefined, "google"));
    const mixed = await browser.open(callback.replace("/google/", "/oidc/"));
    expect(mixed.location).toBe("/auth?error=oidc_expired");
    expect(await browser.whoAmI()).toBeUndefined();
  });

  test("is named in the public configuration, and its route explains if none is set", async () => {
    const config = async (app: TestApp) => (await app.call("GET", "/api/public/config")).body;
    expect(await config(site)).toMatchObject({ googleEnabled: true, oidcName: "Example Inc" });
    const without = await openSite({ databaseUrl: site.databaseUrl });
    expect(await config(without)).toMatchObject({ googleEnabled: false, oidcName: null });
    const response = await without.call("GET", "/api/auth/oidc?redirect=%2Fdashboard%2Fproducts");
    expect(response.headers.location).toBe("/auth?error=oidc_unavailable&redirect=%2Fdashboard%2Fproducts");
  });
});

describe("a provider with OIDC_TRUST_EMAILS", () => {
  const trusting = testSite(() => ({
    databaseUrl: site.databaseUrl,
    openId: provider.connect(),
    oidc: provider.connectOidc({ own: { vouchesForEmails: true } }),
    settings: { oidcAllowedDomains: ["example.com"] },
  }));
  const signIn = (given: Partial<ProviderUser>, by?: "google" | "oidc") => {
    arrive(given);
    return newBrowser(trusting).signInElsewhere(undefined, by);
  };

  test("creates and links accounts by emails without a verified flag", async () => {
    const ida = { email: "ida@example.com", email_verified: undefined } as Partial<ProviderUser>;
    expect(await signIn(ida, "oidc")).toBe("/auth/complete");
    const owner = await trusting.signUp({ email: "owner@example.com" });
    expect(await signIn({ ...ida, email: owner.email }, "oidc")).toBe("/dashboard");
  });

  test("ignores emails that are unverified, of another domain or from Google", async () => {
    const unstated = { email_verified: undefined } as Partial<ProviderUser>;
    expect(await signIn({ email: "ben@example.com", email_verified: false }, "oidc")).toBe(
      "/auth?error=oidc_unverified",
    );
    expect(await signIn({ ...unstated, email: "ben@example.org" }, "oidc")).toBe("/auth?error=oidc_domain");
    expect(await signIn({ ...unstated, email: "ben@example.com" }, "google")).toBe(
      "/auth?error=google_unverified",
    );
  });
});

describe("a provider with OIDC_ALLOWED_DOMAINS", () => {
  const closed = testSite(() => ({
    databaseUrl: site.databaseUrl,
    openId: provider.connect(),
    oidc: provider.connectOidc(),
    settings: { oidcAllowedDomains: ["example.com", "example.net"] },
  }));

  test.each([
    "eve@example.org",
    "eve@evil.example.com",
    "eve@example.com.evil.example",
    "eve@notexample.com",
  ])("rejects %s", async (email) => {
    arrive({ email });
    const browser = newBrowser(closed);
    expect(await browser.signInElsewhere(undefined, "oidc")).toBe("/auth?error=oidc_domain");
    expect(await browser.whoAmI()).toBeUndefined();
  });

  test("signs in a user of the domain, until the provider reports another email", async () => {
    const user = arrive({ email: "Ann@EXAMPLE.com" });
    expect(await newBrowser(closed).signInElsewhere(undefined, "oidc")).toBe("/auth/complete");
    arrive({ ...user, email: "ann@elsewhere.example" });
    expect(await newBrowser(closed).signInElsewhere(undefined, "oidc")).toBe("/auth?error=oidc_domain");
    arrive({ ...user, email_verified: false });
    expect(await newBrowser(closed).signInElsewhere(undefined, "oidc")).toBe("/auth?error=oidc_unverified");
  });

  test("does not restrict Google", async () => {
    arrive({ email: "gil@example.org" });
    expect(await newBrowser(closed).signInElsewhere()).toBe("/auth/complete");
  });
});

describe("a provider with OIDC_ADMIN_GROUP", () => {
  const adminGroup = "tessera-admins";
  const grouped = testSite(() => ({
    oidc: provider.connectOidc({ readsGroups: true }),
    openId: provider.connect(),
    settings: { oidcAdminGroup: adminGroup, adminEmail: "named@example.org" },
  }));
  const signIn = async (user: ProviderUser) => {
    provider.signInAs(user);
    const browser = newBrowser(grouped);
    await browser.signInElsewhere(undefined, "oidc");
    return browser.whoAmI();
  };
  const entriesOn = (userId: string) =>
    grouped.sql`select actor_id, action, before, after from audit_log where subject_id = ${userId} order by id`;

  test("grants members of its group the admin role at sign-in, and revokes the role from former members", async () => {
    const [ann, bob] = [arrive({ groups: [adminGroup] }), arrive({ groups: ["staff", adminGroup] })];
    expect(await signIn(ann)).toMatchObject({ is_admin: true });
    const admin = await signIn(bob);
    expect(admin).toMatchObject({ is_admin: true });
    const session = newBrowser(grouped);
    await session.signInElsewhere(undefined, "oidc");
    expect((await session.open("/api/admin/users")).status).toBe(200);
    expect(await signIn({ ...bob, groups: ["staff", "TESSERA-ADMINS"] })).toMatchObject({ is_admin: false });
    // The role is also revoked in existing sessions.
    expect((await session.open("/api/admin/users")).status).toBe(403);
    expect(await entriesOn(admin.user_id)).toEqual([
      {
        actor_id: admin.user_id,
        action: "user.role_changed",
        before: { is_admin: false },
        after: { is_admin: true, by: "OIDC_ADMIN_GROUP" },
      },
      {
        actor_id: admin.user_id,
        action: "user.role_changed",
        before: { is_admin: true },
        after: { is_admin: false, by: "OIDC_ADMIN_GROUP" },
      },
    ]);
  });

  test("changes no role if it omits the groups of a user who has too many", async () => {
    const ann = arrive({ groups: [adminGroup] });
    expect(await signIn(ann)).toMatchObject({ is_admin: true });
    const overage = { ...ann, groups: undefined, hasgroups: true } as unknown as ProviderUser;
    expect(await signIn(overage)).toMatchObject({ is_admin: true });
    const eve = { ...overage, ...arrive(), groups: undefined } as unknown as ProviderUser;
    expect(await signIn(eve)).toMatchObject({ is_admin: false });
    expect(grouped.logLines.some((line) => line.includes("left out the groups"))).toBe(true);
  });

  test("keeps the last administrator, even if the last two leave at once", async () => {
    await grouped.query("update users set is_admin = false");
    const leavers = [arrive({ groups: [adminGroup] }), arrive({ groups: [adminGroup] })];
    for (const user of leavers) await signIn(user);
    const callbacks = [];
    for (const user of leavers) {
      provider.signInAs({ ...user, groups: [] });
      const browser = newBrowser(grouped);
      callbacks.push({ browser, callback: await browser.passProvider(await browser.leave("/", "oidc")) });
    }
    await Promise.all(callbacks.map(({ browser, callback }) => browser.open(callback)));
    expect(await grouped.query("select 1 from users where is_admin")).toHaveLength(1);
    for (const user of leavers) await signIn({ ...user, groups: [] });
    expect(await grouped.query("select 1 from users where is_admin")).toHaveLength(1);
    expect(grouped.logLines.some((line) => line.includes("not in OIDC_ADMIN_GROUP"))).toBe(true);
  });

  test("keeps the account of ADMIN_EMAIL an administrator, and ignores Google's groups", async () => {
    await signIn(arrive({ groups: [adminGroup] }));
    const named = arrive({ email: "named@example.org", groups: [] });
    expect(await signIn(named)).toMatchObject({ is_admin: true });
    expect(await signIn(named)).toMatchObject({ is_admin: true });
    arrive({ groups: [adminGroup] });
    const browser = newBrowser(grouped);
    await browser.signInElsewhere();
    expect(await browser.whoAmI()).toMatchObject({ is_admin: false });
  });
});

describe("confirmation with the provider", () => {
  const roundOf = async (browser: TestBrowser, by: "google" | "oidc" = "oidc") => {
    const { location = "" } = await browser.open(`/api/auth/${by}?confirm=1`);
    const url = new URL(location);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
    return (await browser.open(await browser.passProvider(url))).location;
  };
  const confirmedAt = async (userId: string) =>
    (
      await site.sql`select confirmed_at > now() - interval '1 minute' as fresh from sessions where user_id = ${userId}`
    )[0].fresh;
  const signedIn = async () => {
    const user = arrive();
    const browser = newBrowser();
    await browser.signInElsewhere(undefined, "oidc");
    const { user_id: userId } = await browser.whoAmI();
    await site.sql`update sessions set confirmed_at = null where user_id = ${userId}`;
    return { user, browser, userId };
  };

  test("confirms the session of the same user after a new sign-in", async () => {
    const { browser, userId } = await signedIn();
    expect((await browser.open("/api/account/confirm")).body).toEqual({ ways: ["oidc"], confirmed: false });
    expect(await roundOf(browser)).toBe("/auth/confirmed?status=success");
    expect(await confirmedAt(userId)).toBe(true);
  });

  test("is refused without a new sign-in, and for another user", async () => {
    const { user, browser, userId } = await signedIn();
    provider.signInAs({ ...user, authenticatedAt: new Date(Date.now() - 120_000) });
    expect(await roundOf(browser)).toBe("/auth/confirmed?status=failed");
    arrive();
    expect(await roundOf(browser)).toBe("/auth/confirmed?status=failed");
    // The same subject at another provider is another user.
    provider.signInAs(user);
    expect(await roundOf(browser, "google")).toBe("/auth/confirmed?status=failed");
    expect(await confirmedAt(userId)).not.toBe(true);
    const outcomes =
      await site.sql`select method, outcome from sign_ins where user_id = ${userId} order by id`;
    expect(outcomes.slice(1)).toEqual([
      { method: "oidc", outcome: "confirmation_failed" },
      { method: "oidc", outcome: "confirmation_failed" },
      { method: "google", outcome: "confirmation_failed" },
    ]);
  });
});
