import { beforeEach, describe, expect, test } from "vitest";
import { askForReset, mailedLink, mailsTo, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { openSite } from "../../testing/test-site.ts";
import { promoteNamedAdmin } from "./admins.ts";

const ADMIN = "owner@example.org";
const VERIFIED = "/auth/verify?status=success";

let site: TestApp;
let held: TestUser;
/** Opens a site with a public URL, where a stranger has registered with the administrator's email. */
beforeEach(async () => {
  site = await openSite({ publicUrl: "https://tessera.example", settings: { adminEmail: ADMIN } });
  held = await site.signUp({ email: ADMIN });
});

const verificationLink = async () => (await mailedLink(site, ADMIN, "verify-email")).path;
const follow = async (path: string, cookie?: string, app = site) => {
  const response = await app.call("GET", path, undefined, cookie ? { cookie } : {});
  expect(response).toMatchObject({ status: 302, headers: { location: VERIFIED } });
};
const me = async (cookie: string) =>
  (await site.call("GET", "/api/creators/me", undefined, { cookie })).body.creator;
const isAdmin = async () => (await site.sql`select is_admin from users where email = ${ADMIN}`)[0].is_admin;
const setPassword = async (token: string, password = "the owner's own") => {
  const response = await site.call("POST", "/api/auth/reset-password", { token, password });
  return { status: response.status, cookie: `__Host-tessera_session=${response.cookies[0]?.value}` };
};

describe("an account that a stranger registered with the email of ADMIN_EMAIL", () => {
  test("does not become an administrator when the email's owner opens the verification link", async () => {
    await follow(await verificationLink());
    expect(await me(held.cookie)).toMatchObject({ is_admin: false });
    const login = { email: ADMIN, password: held.password };
    expect((await site.call("POST", "/api/auth/login", login)).status).toBe(200);
    expect(await isAdmin()).toBe(false);
    expect((await held.call("GET", "/api/admin/users")).status).not.toBe(200);
  });

  test("does not become an administrator when the owner is signed in to another account", async () => {
    const other = await site.signUp();
    await follow(await verificationLink(), other.cookie);
    expect(await isAdmin()).toBe(false);
    expect(await me(other.cookie)).toMatchObject({ is_admin: false });
  });

  test("does not become an administrator at any later start", async () => {
    await follow(await verificationLink());
    for (let start = 0; start < 2; start++) {
      expect(await promoteNamedAdmin(site.db, ADMIN)).toBe("unproven");
      expect(await isAdmin()).toBe(false);
    }
  });

  test("does not become an administrator if ADMIN_EMAIL is set after the verification", async () => {
    const unnamed = await openSite({ publicUrl: "https://tessera.example" });
    const stranger = await unnamed.signUp({ email: ADMIN });
    await follow((await mailedLink(unnamed, ADMIN, "verify-email")).path, undefined, unnamed);
    expect(await mailsTo(unnamed, ADMIN, "reset-password")).toEqual([]);
    expect(await promoteNamedAdmin(unnamed.db, ADMIN)).toBe("unproven");
    expect((await stranger.call("GET", "/api/creators/me")).body.creator.is_admin).toBe(false);
  });

  test("belongs to the owner, as an administrator, once the owner sets a password, and its other sessions end", async () => {
    await follow(await verificationLink());
    const [mail, ...more] = await mailsTo(site, ADMIN, "reset-password");
    expect(more).toEqual([]);
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ forAdmin: true, validMinutes: 60 });
    const owner = await setPassword((await mailedLink(site, ADMIN, "reset-password")).token);
    expect(await me(owner.cookie)).toMatchObject({ is_admin: true });
    expect((await held.call("GET", "/api/creators/me")).status).toBe(401);
    const login = { email: ADMIN, password: held.password };
    expect((await site.call("POST", "/api/auth/login", login)).status).toBe(401);
  });

  test("can request reset emails, but only their recipient can use them", async () => {
    await follow(await verificationLink());
    const { token: first } = await mailedLink(site, ADMIN, "reset-password");
    const token = await askForReset(site, ADMIN);
    expect((await setPassword(first)).status).toBe(400);
    expect(await me((await setPassword(token)).cookie)).toMatchObject({ is_admin: true });
    expect((await held.call("GET", "/api/creators/me")).status).toBe(401);
  });
});

describe("the owner of the email of ADMIN_EMAIL", () => {
  test("becomes the administrator by opening the link while signed in, without another email", async () => {
    await follow(await verificationLink(), held.cookie);
    expect(await me(held.cookie)).toMatchObject({ is_admin: true });
    expect(await mailsTo(site, ADMIN, "reset-password")).toEqual([]);
  });

  test("becomes the administrator even if an email scanner opened the link first", async () => {
    const path = await verificationLink();
    await follow(path);
    expect(await isAdmin()).toBe(false);
    await follow(path, held.cookie);
    expect(await me(held.cookie)).toMatchObject({ is_admin: true });
    expect(await mailsTo(site, ADMIN, "reset-password")).toHaveLength(1);
  });

  test("stays an ordinary user with an expired link or an ended session", async () => {
    const path = await verificationLink();
    await held.call("POST", "/api/auth/logout");
    await follow(path, held.cookie);
    expect(await isAdmin()).toBe(false);
    const next = await openSite({ publicUrl: "https://tessera.example", settings: { adminEmail: ADMIN } });
    const owner = await next.signUp({ email: ADMIN });
    const late = (await mailedLink(next, ADMIN, "verify-email")).path;
    await next.query("update one_time_tokens set expires_at = now()");
    const opened = await next.call("GET", late, undefined, { cookie: owner.cookie });
    expect(opened.headers.location).toBe("/auth/verify?status=expired");
    expect((await owner.call("GET", "/api/creators/me")).body.creator.is_admin).toBe(false);
  });
});

test("makes no account an administrator by a link opened while signed out, even with a loopback PUBLIC_URL", async () => {
  for (const publicUrl of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    const local = await openSite({ publicUrl, settings: { adminEmail: ADMIN } });
    const stranger = await local.signUp({ email: ADMIN });
    const { path } = await mailedLink(local, ADMIN, "verify-email");
    await follow(path, undefined, local);
    expect((await stranger.call("GET", "/api/admin/users")).status, publicUrl).toBe(403);
    const [mail] = await mailsTo(local, ADMIN, "reset-password");
    expect(JSON.parse(mail?.html ?? ""), publicUrl).toMatchObject({ forAdmin: true });
    await follow(path, stranger.cookie, local);
    expect((await stranger.call("GET", "/api/admin/users")).status, publicUrl).toBe(200);
  }
});
