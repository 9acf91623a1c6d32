import { describe, expect, test } from "vitest";
import { askForReset, mailsTo, signUpVerified } from "../../testing/factories.ts";
import { awaitNextCode, codeOf, signInToCode, signUpProtected } from "../../testing/second-factor.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));

const WRONG = { status: 400, body: { code: "second_factor.wrong_code" } };
const EXPIRED = { status: 401, body: { code: "second_factor.sign_in_expired" } };
const sessionOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.find(({ name }) => name === "tessera_session")?.value;
const meWith = (session: string | undefined) =>
  site.call("GET", "/api/creators/me", undefined, { cookie: `tessera_session=${session}` });

describe("a sign-in with a password", () => {
  test("needs no code without a second factor", async () => {
    const { email, password } = await site.signUp();
    const response = await site.call("POST", "/api/auth/login", { email, password });
    expect(response).toMatchObject({ status: 200, body: { creator: { email } } });
    expect(response.cookies.map(({ name }) => name)).toEqual(["tessera_session"]);
  });

  test("starts no session until the code is given", async () => {
    const { user, secret } = await signUpProtected(site);
    const { response, enter } = await signInToCode(site, user);
    expect(response).toMatchObject({ status: 202, body: { secondFactor: { expiresInSeconds: 600 } } });
    expect(Object.keys(response.body)).toEqual(["secondFactor"]);
    expect(sessionOf(response) || undefined).toBeUndefined();
    const cookie = response.cookies.find(({ name }) => name === "tessera_second_factor");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", maxAge: 600 });

    const done = await enter(codeOf(secret));
    expect(done).toMatchObject({ status: 200, body: { creator: { email: user.email } } });
    expect((await meWith(sessionOf(done))).status).toBe(200);
  });

  test("reveals nothing of the second factor before the password is right", async () => {
    const { user } = await signUpProtected(site);
    const wrong = await site.call("POST", "/api/auth/login", { email: user.email, password: "not this one" });
    const unknown = await site.call("POST", "/api/auth/login", {
      email: "no@x.io",
      password: "not this one",
    });
    expect(wrong).toMatchObject({ status: 401, text: unknown.text });
    expect(wrong.cookies).toEqual([]);
  });

  test("refuses a wrong code and accepts the right one afterwards", async () => {
    const { user, secret } = await signUpProtected(site);
    const { enter } = await signInToCode(site, user);
    const code = codeOf(secret);
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await enter(wrong)).toMatchObject(WRONG);
    expect(await enter("A".repeat(40))).toMatchObject(WRONG);
    expect((await enter(` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  test("accepts a code with digits of other scripts, other dashes or spaces", async () => {
    const { user, secret, recoveryCodes } = await signUpProtected(site);
    const inDigits = (zero: number) =>
      codeOf(secret).replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    const [first = "", second = ""] = recoveryCodes;
    const typed = [
      inDigits(0x660),
      inDigits(0x6f0),
      inDigits(0xff10),
      `${codeOf(secret).slice(0, 3)}-${codeOf(secret).slice(3)}`,
      first.replaceAll("-", "–"),
      `\u200e${second.toLowerCase().replaceAll("-", "\u00a0— ")}`,
    ];
    for (const code of typed) {
      await awaitNextCode(site, user);
      expect((await (await signInToCode(site, user)).enter(code)).status, code).toBe(200);
    }
  });

  test("explains why a code is rejected", async () => {
    const { user, secret } = await signUpProtected(site);
    const { enter } = await signInToCode(site, user);
    const says = async (code: string) => (await enter(code)).body.details.fieldErrors.code;
    const wrong =
      "This code is wrong or old. Use a new one, and check that your phone's clock is set automatically.";
    expect(await says(codeOf(secret, 4))).toEqual([wrong]);
    expect(await says("AAAA-BBBB-CCCC-DDDD")).toEqual([wrong]);
    expect(await says("12345")).toEqual([
      "Enter the six digits that your app shows, or one of your recovery codes.",
    ]);
  });

  test.each([undefined, "", 7, "x".repeat(2000)])("rejects the code %j as invalid input", async (code) => {
    const { cookie } = await signInToCode(site, (await signUpProtected(site)).user);
    const response = await site.call("POST", "/api/auth/second-factor", { code }, { cookie });
    expect(response).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });

  test("ends with its code, after ten minutes, and with a new password", async () => {
    const { user, secret } = await signUpProtected(site);
    const { enter } = await signInToCode(site, user);
    expect((await enter(codeOf(secret))).status).toBe(200);
    await awaitNextCode(site, user);
    expect(await enter(codeOf(secret))).toMatchObject(EXPIRED);

    const late = await signInToCode(site, user);
    await site.sql`update pending_sign_ins set created_at = created_at - interval '10 min 1 s'`;
    expect(await late.enter(codeOf(secret))).toMatchObject(EXPIRED);

    const before = await signInToCode(site, user);
    const token = await askForReset(site, user.email);
    await site.call("POST", "/api/auth/reset-password", { token, password: "an entirely new password" });
    expect(await before.enter(codeOf(secret))).toMatchObject(EXPIRED);
    expect(await site.call("POST", "/api/auth/second-factor", { code: "123456" })).toMatchObject(EXPIRED);
  });
});

describe("a code of the app", () => {
  test("works once, even for two sign-ins on two nodes at once", async () => {
    const { user, secret } = await signUpProtected(site);
    const sites = [site, other, site, other];
    const signIns = await Promise.all(sites.map(() => signInToCode(site, user)));
    const code = codeOf(secret);
    const responses = await Promise.all(signIns.map(({ enter }, at) => enter(code, sites[at])));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const again = await signInToCode(site, user);
    expect(await again.enter(code)).toMatchObject(WRONG);
  });

  test("works on a phone that is 30 s early or late, unless a later code was used", async () => {
    const { user, secret } = await signUpProtected(site);
    const [first, second] = [await signInToCode(site, user), await signInToCode(site, user)];
    expect((await first.enter(codeOf(secret, 1))).status).toBe(200);
    expect(await second.enter(codeOf(secret))).toMatchObject(WRONG);
    expect(await second.enter(codeOf(secret, 3))).toMatchObject(WRONG);
  });

  test("does not sign in after turning the second factor on", async () => {
    const user = await signUpVerified(site);
    const { secret } = (await user.call("POST", "/api/account/totp")).body.setUp;
    const code = codeOf(secret);
    expect((await user.call("POST", "/api/account/totp/enable", { code })).status).toBe(200);
    expect(await (await signInToCode(site, user)).enter(code)).toMatchObject(WRONG);
  });

  test("is checked by the database's clock, not the node's", async () => {
    const now = () => new Date(Date.now() + 600_000);
    const ahead = await openSite({ databaseUrl: site.databaseUrl, now });
    const { user, secret } = await signUpProtected(site);
    const { enter } = await signInToCode(site, user);
    expect((await enter(codeOf(secret), ahead)).status).toBe(200);
  });
});

describe("a recovery code", () => {
  test("works once, and no eleventh exists", async () => {
    const { user, recoveryCodes } = await signUpProtected(site);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect((await (await signInToCode(site, user)).enter(code.toLowerCase())).status).toBe(200);
    }
    const { enter } = await signInToCode(site, user);
    for (const code of [...recoveryCodes, "0000-0000-0000-0000"]) {
      expect(await enter(code)).toMatchObject(WRONG);
    }
    const mails = await mailsTo(site, user.email, "second-factor-changed");
    const left = mails.map(({ html }) => JSON.parse(html)).filter(({ change }) => change === "code-used");
    expect(left.map(({ codesLeft }) => codesLeft)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  test("signs in once when it is used on two nodes in parallel", async () => {
    const { user, recoveryCodes } = await signUpProtected(site);
    const sites = [site, other, other];
    const signIns = await Promise.all(sites.map(() => signInToCode(site, user)));
    const code = recoveryCodes[0] ?? "";
    const responses = await Promise.all(signIns.map(({ enter }, at) => enter(code, sites[at])));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("does not work for another user", async () => {
    const [anna, vera] = [await signUpProtected(site), await signUpProtected(site)];
    const { enter } = await signInToCode(site, anna.user);
    expect(await enter(vera.recoveryCodes[0] ?? "")).toMatchObject(WRONG);
  });
});

test("asks for the code before a password reset signs in", async () => {
  const { user, secret } = await signUpProtected(site);
  const token = await askForReset(site, user.email);
  const password = "an entirely new password";
  const response = await site.call("POST", "/api/auth/reset-password", { token, password });
  expect(response).toMatchObject({ status: 202, body: { secondFactor: { expiresInSeconds: 600 } } });
  expect(sessionOf(response) || undefined).toBeUndefined();
  expect((await meWith(user.session)).status).toBe(401);
  const pending = response.cookies.find(({ name }) => name === "tessera_second_factor")?.value;
  const cookie = `tessera_second_factor=${pending}`;
  const done = await site.call("POST", "/api/auth/second-factor", { code: codeOf(secret) }, { cookie });
  expect((await meWith(sessionOf(done))).status).toBe(200);
});
