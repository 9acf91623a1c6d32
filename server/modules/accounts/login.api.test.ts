import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { cpuTimeOf } from "../../testing/costs.ts";
import { inputErrors, rejection } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site);

const login = (given: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  site.call("POST", "/api/auth/login", { email: anna.email, password: anna.password, ...given }, headers);

test("signs in with the correct password, whatever the case of the email", async () => {
  const response = await login({ email: ` ${anna.email.toUpperCase()} ` });
  expect(response).toMatchObject({ status: 200, body: { creator: anna.creator } });
  expect(response.cookies).toMatchObject([
    { name: "tessera_session", httpOnly: true, sameSite: "Lax", path: "/" },
  ]);
  const cookie = `tessera_session=${response.cookies[0]?.value}`;
  expect((await site.call("GET", "/api/creators/me", undefined, { cookie })).status).toBe(200);
});

const COMPOSED = "Käse-Brötchen-ﬁ-77".normalize("NFC");
const DECOMPOSED = COMPOSED.normalize("NFD");
const FULL_WIDTH = "Ｋäse-Brötchen-fi-７７";

test("signs in with a password typed in another Unicode form", async () => {
  for (const [set, typed] of [
    [DECOMPOSED, COMPOSED],
    [COMPOSED, DECOMPOSED],
    [COMPOSED, FULL_WIDTH],
  ] as const) {
    const { email } = await site.signUp({ password: set });
    expect((await login({ email, password: typed })).status).toBe(200);
    expect((await login({ email, password: set })).status).toBe(200);
  }
});

test("accepts a password that was hashed unnormalized, and hashes it again", async () => {
  const { email, creator } = await site.signUp();
  const former = await hash(DECOMPOSED);
  await site.sql`update users set password_hash = ${former} where id = ${creator.user_id}`;
  expect((await login({ email, password: COMPOSED })).status).toBe(401);
  expect((await login({ email, password: DECOMPOSED })).status).toBe(200);
  expect((await login({ email, password: COMPOSED })).status).toBe(200);
});

test("treats both notations of an email at an internationalized domain as one account", async () => {
  const { email } = await site.signUp({ email: "info@müller.example" });
  expect(email).toBe("info@müller.example");
  const ascii = "info@xn--mller-kva.example";
  for (const typed of [ascii, "Info@MÜLLER.example", "info@mu\u0308ller.example\u200b"])
    expect(await login({ email: typed }), typed).toMatchObject({
      status: 200,
      body: { creator: { email: ascii } },
    });
  const again = { email: ascii, password: anna.password, handle: "again", displayName: "A" };
  expect(await site.call("POST", "/api/auth/register", again)).toMatchObject(
    rejection(409, "accounts.email_taken"),
  );
});

test("responds to a wrong password and an unknown account with the same bytes", async () => {
  const wrong = await login({ password: "not the password" });
  const unknown = await login({ email: "nobody@example.org" });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toBe('{"error":"Invalid email or password.","code":"accounts.wrong_login"}');
  expect(unknown).toMatchObject({ status: 401, text: wrong.text });
  expect(wrong.cookies.concat(unknown.cookies)).toEqual([]);
});

test("spends as much work on an unknown account as on a wrong password", async () => {
  const tries = { wrong: { password: "not the password" }, unknown: { email: "nobody@example.org" } };
  const times: Record<keyof typeof tries, number[]> = { wrong: [], unknown: [] };
  // Alternates, so that other load affects both in the same way.
  for (let count = 0; count < 15; count++) {
    for (const kind of ["wrong", "unknown"] as const) {
      const attempt = async () => expect((await login(tries[kind])).status).toBe(401);
      times[kind].push(await cpuTimeOf(attempt));
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[7] ?? 0;
  const wrong = median(times.wrong);
  const unknown = median(times.unknown);
  expect(Math.abs(wrong - unknown) / Math.max(wrong, unknown)).toBeLessThan(0.5);
});

test("rejects every password for an account without one", async () => {
  await site.query("insert into users (email) values ('oidc@example.org')");
  for (const password of ["null", "undefined", "no account has this password"]) {
    expect((await login({ email: "oidc@example.org", password })).status).toBe(401);
  }
});

test("names the missing field of a login without email or password", async () => {
  const response = await site.call("POST", "/api/auth/login", {});
  expect(response.status).toBe(400);
  expect(response.text).toBe(
    JSON.stringify(
      inputErrors({
        email: ["accounts.email", "Enter your email address."],
        password: ["accounts.password", "Enter your password."],
      }),
    ),
  );
});

test("signs in a user without a page, who is asked to finish the profile", async () => {
  const user = await site.signUp();
  await site.sql`delete from creators where id = ${user.creator.id}`;
  const response = await login({ email: user.email, password: user.password });
  expect(response).toMatchObject({ status: 200, body: { creator: null } });
  expect(await user.call("GET", "/api/creators/me")).toMatchObject(
    rejection(404, "creators.missing", "Creator not found."),
  );
  expect(await user.call("GET", "/api/tiles")).toMatchObject(
    rejection(403, "creators.missing", "Finish your profile first."),
  );
});
