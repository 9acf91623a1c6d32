import { describe, expect, test } from "vitest";
import {
  ageProof,
  askForReset,
  fieldRejection,
  mailsTo,
  signInAgain,
  verifyEmail,
} from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite({ findCountry: () => "DE" });
const anna = prepareEach(() => site.signUp());
const NEW = "a new long password";
const login = (email: string, password: string) => site.call("POST", "/api/auth/login", { email, password });

describe("a change of the password", () => {
  test("requires the current one, ends all other sessions and links, and notifies the user", async () => {
    await verifyEmail(site, anna);
    await ageProof(site, anna);
    const phone = await signInAgain(site, anna);
    const reset = await askForReset(site, anna.email);
    const change = (currentPassword: string | undefined, password = NEW) =>
      anna.call("POST", "/api/account/password", { currentPassword, password });
    for (const wrong of ["not it", undefined]) {
      expect(await change(wrong)).toMatchObject(
        fieldRejection("currentPassword", "This is not your password.", "accounts.wrong_password"),
      );
    }
    expect((await change(anna.password, "short")).status).toBe(400);
    expect((await change(anna.password, "password123")).body.code).toBe("accounts.common_password");
    expect((await change(anna.password, anna.email)).body.code).toBe("accounts.own_name_as_password");
    expect((await phone.call("GET", "/api/creators/me")).status).toBe(200);
    expect((await change(anna.password)).status).toBe(204);
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
    expect((await phone.call("GET", "/api/creators/me")).status).toBe(401);
    expect((await login(anna.email, anna.password)).status).toBe(401);
    expect((await login(anna.email, NEW)).status).toBe(200);
    const input = { token: reset, password: "yet another password" };
    expect((await site.call("POST", "/api/auth/reset-password", input)).status).toBe(400);
    expect(await mailsTo(site, anna.email, "password-changed")).toHaveLength(1);
  });

  test("succeeds for one of two concurrent requests", async () => {
    const change = (password: string) =>
      anna.call("POST", "/api/account/password", { currentPassword: anna.password, password });
    const both = await Promise.all([change("the first new password"), change("the second new password")]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  test("sends no email to an unverified address", async () => {
    await anna.call("POST", "/api/account/password", { currentPassword: anna.password, password: NEW });
    expect(await mailsTo(site, anna.email, "password-changed")).toEqual([]);
  });

  test("requires recent authentication for an account's first password", async () => {
    await site.sql`update users set password_hash = null where id = ${anna.creator.user_id}`;
    expect((await anna.call("GET", "/api/account/security")).body.has_password).toBe(false);
    await ageProof(site, anna);
    const set = () => anna.call("POST", "/api/account/password", { password: NEW });
    expect(await set()).toMatchObject({ status: 403, body: { code: "account.confirm" } });
    await site.sql`update sessions set confirmed_at = now() where user_id = ${anna.creator.user_id}`;
    expect((await set()).status).toBe(204);
    expect((await login(anna.email, NEW)).status).toBe(200);
  });
});

describe("a user's sessions", () => {
  test("are listed with device, place, method and times, without other users'", async () => {
    await site.signUp();
    const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";
    await signInAgain(site, anna, { "user-agent": agent });
    await site.sql`insert into sessions (token_hash, user_id, method, created_at, last_seen_at)
      values ('\\x01', ${anna.creator.user_id}, 'password', now() - interval '91 days', now())`;
    const { sessions } = (await anna.call("GET", "/api/account/sessions")).body;
    const firefox = { device: "Firefox on Windows", country: "DE", method: "password", is_current: false };
    expect(sessions).toMatchObject([{ method: "registration", is_current: true }, firefox]);
  });

  test("can be ended singly, or all except the current one, but not by another user", async () => {
    const bela = await site.signUp();
    const [phone, tablet, desk] = [
      await signInAgain(site, anna),
      await signInAgain(site, anna),
      await signInAgain(site, anna),
    ];
    const { sessions } = (await phone.call("GET", "/api/account/sessions")).body;
    const { id } = sessions.find((session: { is_current: boolean }) => session.is_current);
    expect((await bela.call("DELETE", `/api/account/sessions/${id}`)).status).toBe(404);
    expect((await bela.call("DELETE", "/api/account/sessions")).status).toBe(204);
    expect((await phone.call("GET", "/api/creators/me")).status).toBe(200);
    expect((await anna.call("DELETE", `/api/account/sessions/${id}`)).status).toBe(204);
    expect((await anna.call("DELETE", `/api/account/sessions/${id}`)).status).toBe(404);
    expect((await anna.call("DELETE", "/api/account/sessions/1")).status).toBe(400);
    expect((await phone.call("GET", "/api/creators/me")).status).toBe(401);
    expect((await anna.call("DELETE", "/api/account/sessions")).status).toBe(204);
    for (const ended of [tablet, desk])
      expect((await ended.call("GET", "/api/creators/me")).status).toBe(401);
    expect((await anna.call("GET", "/api/account/sessions")).body.sessions).toHaveLength(1);
  });
});

test("lists the user's own sign-ins, latest first, in pages", async () => {
  await signInAgain(site, anna);
  await login(anna.email, "wrong");
  await site.settled();
  const { body } = await anna.call("GET", "/api/account/sign-ins");
  expect(body).toMatchObject({ total: 3, page: 1 });
  expect(body.signIns.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "failed",
    "succeeded",
    "succeeded",
  ]);
  const bela = await site.signUp();
  expect((await bela.call("GET", "/api/account/sign-ins")).body.total).toBe(1);
  expect((await bela.call("GET", "/api/account/sign-ins?page=0")).status).toBe(400);
});

test("requires a session for every account route", async () => {
  for (const [method, path] of [
    ["GET", "security"],
    ["POST", "language"],
    ["POST", "password"],
    ["POST", "email"],
    ["DELETE", "email"],
    ["POST", "email/confirm"],
    ["GET", "sessions"],
    ["DELETE", "sessions"],
    ["DELETE", "sessions/0b7a3c1e-52f4-4c1d-9d0e-2f6b8a9c7d31"],
    ["GET", "sign-ins"],
    ["GET", "refund-limit"],
    ["POST", "refund-limit"],
  ] as const) {
    expect((await site.call(method, `/api/account/${path}`)).status, path).toBe(401);
  }
});
