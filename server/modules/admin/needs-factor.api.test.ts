import { describe, expect, test } from "vitest";
import { signInAgain, signUpAdmin, type TestUser } from "../../testing/factories.ts";
import { addPasskey, signInWithPasskey, startPasskeyConfirmation } from "../../testing/passkeys.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { codeOf, enableSecondFactor, signInToCode } from "../../testing/second-factor.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ settings: { requireAdmin2fa: true } });
const lax = testSite(() => ({ databaseUrl: site.databaseUrl }));
const admin = prepareEach(() => signUpAdmin(site));

const REQUIRED = { status: 403, body: { code: "admin.second_factor_required" } };
type Browser = Pick<TestUser, "call">;
const administer = ({ call }: Browser) => call("GET", "/api/admin/users");
const blocks = async ({ call }: Browser) =>
  (await call("GET", "/api/account/totp")).body.secondFactor.blocksAdmin;

/** A browser with the session of a response. */
function browserOf(response: { cookies: { name: string; value: string }[] }): Browser {
  const session = response.cookies.find(({ name }) => name === "tessera_session")?.value;
  return {
    call: (method, path, payload) =>
      site.call(method, path, payload, { cookie: `tessera_session=${session}` }),
  };
}

describe("where administrators need a second factor", () => {
  test("one without it is kept out of administration, and stays signed in", async () => {
    expect(await administer(admin)).toMatchObject(REQUIRED);
    expect(await blocks(admin)).toBe(true);
    expect((await admin.call("GET", "/api/creators/me")).status).toBe(200);
    expect((await lax.call("GET", "/api/admin/users", undefined, { cookie: admin.cookie })).status).toBe(200);
  });

  test("a user who is none sees no difference", async () => {
    const user = await site.signUp();
    expect(await administer(user)).toMatchObject({ status: 403, body: { code: "admin.only" } });
    expect(await blocks(user)).toBe(false);
    expect((await site.call("GET", "/api/admin/users")).status).toBe(401);
  });

  test("setting up an app opens it in this session, and each later one asks for the code", async () => {
    const before = await signInAgain(site, admin);
    const { secret } = await enableSecondFactor(site, admin);
    expect((await administer(admin)).status).toBe(200);
    expect(await administer(before)).toMatchObject(REQUIRED);
    const { enter } = await signInToCode(site, admin);
    expect((await administer(browserOf(await enter(codeOf(secret))))).status).toBe(200);
  });

  test("a passkey that verified its user counts, and the password alone does not", async () => {
    const { authenticator } = await addPasskey(admin);
    expect((await administer(admin)).status).toBe(200);
    const { response } = await signInWithPasskey(site, authenticator);
    expect((await administer(browserOf(response))).status).toBe(200);
    const withPassword = await signInAgain(site, admin);
    expect(await administer(withPassword)).toMatchObject(REQUIRED);
    expect(await blocks(withPassword)).toBe(true);
  });

  test("confirming with a passkey or a code opens it, with the password it does not", async () => {
    const { secret } = await enableSecondFactor(site, admin);
    const { authenticator } = await addPasskey(admin);
    const forget = () =>
      site.sql`update sessions set second_factor_at = null where user_id = ${admin.creator.user_id}`;
    await forget();
    expect((await admin.call("POST", "/api/account/confirm", { password: admin.password })).status).toBe(204);
    expect(await administer(admin)).toMatchObject(REQUIRED);
    expect((await admin.call("POST", "/api/account/confirm", { code: codeOf(secret) })).status).toBe(204);
    expect((await administer(admin)).status).toBe(200);
    await forget();
    const { options, cookie } = await startPasskeyConfirmation(admin);
    const body = { passkey: authenticator.get(options) };
    expect((await admin.call("POST", "/api/account/confirm", body, { cookie })).status).toBe(204);
    expect((await administer(admin)).status).toBe(200);
  });

  test("removing the last factor closes it in all sessions", async () => {
    await enableSecondFactor(site, admin);
    const { passkey } = await addPasskey(admin);
    expect((await admin.call("DELETE", "/api/account/totp")).status).toBe(204);
    expect((await administer(admin)).status).toBe(200);
    expect((await admin.call("DELETE", `/api/account/passkeys/${passkey.id}`)).status).toBe(204);
    expect(await administer(admin)).toMatchObject(REQUIRED);
  });
});
