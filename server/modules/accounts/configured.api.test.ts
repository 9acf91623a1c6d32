import { describe, expect, test } from "vitest";
import { askForReset, mailedLink, mailsTo, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { promoteNamedAdmin } from "./admins.ts";

const ADMIN = "owner@example.org";
const verify = async (app: TestApp, { email, cookie }: Pick<TestUser, "email" | "cookie">) => {
  const { path } = await mailedLink(app, email, "verify-email");
  expect((await app.call("GET", path, undefined, { cookie })).headers.location).toBe(
    "/auth/verify?status=success",
  );
};
const me = async (user: { call: TestApp["call"] }) =>
  (await user.call("GET", "/api/creators/me")).body.creator;

describe("the account of ADMIN_EMAIL", () => {
  const site = testSite({ settings: { adminEmail: ADMIN } });

  test("becomes an administrator only once its email is verified while signed in", async () => {
    const owner = await site.signUp({ email: "Owner@Example.org" });
    expect(await me(owner)).toMatchObject({ is_admin: false });
    await verify(site, { ...owner, email: ADMIN });
    expect(await me(owner)).toMatchObject({ is_admin: true });
  });

  test("stays an ordinary user if its email is only similar", async () => {
    for (const email of ["owner@example.org.evil.example", "xowner@example.org", "owner@example.or"]) {
      const stranger = await site.signUp({ email });
      await verify(site, stranger);
      expect(await me(stranger), email).toMatchObject({ is_admin: false });
    }
  });

  test("becomes an administrator at the next start if it was verified before ADMIN_EMAIL was set", async () => {
    const [known, unverified] = [await site.signUp(), await site.signUp()];
    await verify(site, known);
    expect(await promoteNamedAdmin(site.db, known.email)).toBe("admin");
    expect(await promoteNamedAdmin(site.db, unverified.email)).toBe("unproven");
    expect(await promoteNamedAdmin(site.db, "nobody@example.org")).toBe("unknown");
    expect(await me(known)).toMatchObject({ is_admin: true });
    expect(await me(unverified)).toMatchObject({ is_admin: false });
  });

  test("makes no account an administrator without ADMIN_EMAIL", async () => {
    const other = await openSite();
    const user = await other.signUp();
    await verify(other, user);
    expect(await me(user)).toMatchObject({ is_admin: false });
  });
});

describe("a site that only verified users may sign in to", () => {
  const site = testSite({ settings: { requireVerifiedEmail: true } });
  const login = (email: string, password: string) =>
    site.call("POST", "/api/auth/login", { email, password });

  test("tells an unverified user the reason and starts no session", async () => {
    const anna = await site.signUp();
    const response = await login(anna.email, anna.password);
    expect(response.status).toBe(403);
    expect(response.body).toEqual({
      error: "Email not verified. Please check your inbox.",
      code: "accounts.email_not_verified",
    });
    expect(response.cookies).toEqual([]);
  });

  test("creates an account at registration without a session", async () => {
    const user = { email: "unverified@example.org", handle: "unverified", displayName: "U" };
    const password = "correct horse battery";
    const response = await site.call("POST", "/api/auth/register", { ...user, password });
    expect(response).toMatchObject({ status: 201, cookies: [], body: { creator: { handle: "unverified" } } });
    expect(await site.query("select 1 from sessions")).toEqual([]);
    const { path } = await mailedLink(site, user.email, "verify-email");
    const opened = await site.call("GET", path);
    expect(opened.headers.location).toBe("/auth/verify?status=success");
    // The email may be verified on any device.
    expect(await login(user.email, password)).toMatchObject({ status: 200, cookies: [{}] });
    await site.sql`delete from users where email = ${user.email}`;
  });

  test("accepts a session from before the setting once its email is verified", async () => {
    const before = await openSite({ databaseUrl: site.databaseUrl });
    const anna = await before.signUp();
    const me = () => site.call("GET", "/api/creators/me", undefined, { cookie: anna.cookie });
    const tile = { type: "link", title: "Shop", url: "https://shop.example/" };
    expect((await me()).status).toBe(401);
    expect((await site.call("POST", "/api/tiles", tile, { cookie: anna.cookie })).status).toBe(401);
    await verify(before, anna);
    expect((await me()).status).toBe(200);
  });

  test("sends the verification email again at a login five minutes later", async () => {
    const anna = await site.signUp();
    await login(anna.email, anna.password);
    expect(await mailsTo(site, anna.email, "verify-email")).toHaveLength(1);
    await site.sql`update one_time_tokens set created_at = now() - interval '6 minutes'
      where user_id = ${anna.creator.user_id}`;
    expect((await login(anna.email, anna.password)).status).toBe(403);
    expect(await mailsTo(site, anna.email, "verify-email")).toHaveLength(2);
    const { path } = await mailedLink(site, anna.email, "verify-email");
    expect((await site.call("GET", path)).headers.location).toBe("/auth/verify?status=success");
  });

  test("sends one new link at a login after the link has expired", async () => {
    const anna = await site.signUp();
    await login(anna.email, anna.password);
    expect(await mailsTo(site, anna.email, "verify-email")).toHaveLength(1);
    await site.sql`update one_time_tokens set expires_at = now() where user_id = ${anna.creator.user_id}`;
    expect((await login(anna.email, anna.password)).status).toBe(403);
    expect((await login(anna.email, anna.password)).status).toBe(403);
    expect(await mailsTo(site, anna.email, "verify-email")).toHaveLength(2);
  });

  test("reveals that an email is unverified only after the correct password", async () => {
    const anna = await site.signUp();
    const wrong = await login(anna.email, "not the password");
    const unknown = await login("nobody@example.org", "not the password");
    expect(wrong).toMatchObject({ status: 401, text: unknown.text });
  });

  test("verifies the email by a password reset if the verification email was lost", async () => {
    const anna = await site.signUp();
    const token = await askForReset(site, anna.email);
    await site.call("POST", "/api/auth/reset-password", { token, password: "a new password" });
    expect((await login(anna.email, "a new password")).status).toBe(200);
  });
});

describe("uses PUBLIC_URL in emailed links, whatever host a request names", () => {
  const HOSTILE = {
    host: "evil.tld",
    "x-forwarded-host": "evil.tld",
    "x-forwarded-proto": "http",
    forwarded: "host=evil.tld;proto=http",
    "x-original-url": "https://evil.tld/",
  };

  test.for([{ trustProxy: undefined }, { trustProxy: ["127.0.0.1"] }])(
    "starts links in emails with PUBLIC_URL (proxies: $trustProxy)",
    async ({ trustProxy }) => {
      const publicUrl = "https://tessera.example";
      const site = await openSite({ publicUrl, ...(trustProxy ? { trustProxy } : {}) });
      const anna = {
        email: "anna@example.org",
        password: "long enough",
        handle: "anna",
        displayName: "Anna",
      };
      const registered = await site.call("POST", "/api/auth/register", anna, HOSTILE);
      expect(registered.status).toBe(201);
      const cookie = `${registered.cookies[0]?.name}=${registered.cookies[0]?.value}`;
      await site.sentMails();
      const resent = await site.call("POST", "/api/auth/verify/resend", undefined, { ...HOSTILE, cookie });
      expect(resent.status).toBe(204);
      await site.call("POST", "/api/auth/forgot-password", anna, HOSTILE);
      const { token } = await mailedLink(site, anna.email, "reset-password");
      const body = { token, password: "another password" };
      expect((await site.call("POST", "/api/auth/reset-password", body, HOSTILE)).status).toBe(204);
      const mails = await mailsTo(site, anna.email);
      expect(mails.map(({ subject }) => subject)).toEqual([
        "verify-email",
        "verify-email",
        "reset-password",
        "password-changed",
      ]);
      for (const { mainLink, html, text } of mails) {
        expect(mainLink).toMatch(/^https:\/\/tessera\.example\/(api\/)?auth\//);
        expect(html + text).not.toContain("evil.tld");
      }
      const followed = await site.call("GET", "/api/auth/verify?token=x", undefined, HOSTILE);
      expect(followed.headers.location).toBe("/auth/verify?status=invalid");
    },
  );
});
