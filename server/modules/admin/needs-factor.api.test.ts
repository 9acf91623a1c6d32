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

/** Returns a browser with the session of a response. */
function browserOf(response: { cookies: { name: string; value: string }[] }): Browser {
  const session = response.cookies.find(({ name }) => name === "tessera_session")?.value;
  return {
    call: (method, path, payload) =>
      site.call(method, path, payload, { cookie: `tessera_session=${session}` }),
  };
}

describe("an installation that requires a second factor of administrators", () => {
  test("refuses an administrator without one, who stays signed in", async () => {
    expect(await administer(admin)).toMatchObject(REQUIRED);
    expect(await blocks(admin)).toBe(true);
    expect((await admin.call("GET", "/api/creators/me")).status).toBe(200);
    expect((await lax.call("GET", "/api/admin/users", undefined, { cookie: admin.cookie })).status).toBe(200);
  });

  test("requires no second factor of other users", async () => {
    const user = await site.signUp();
    expect(await administer(user)).toMatchObject({ status: 403, body: { code: "admin.only" } });
    expect(await blocks(user)).toBe(false);
    expect((await site.call("GET", "/api/admin/users")).status).toBe(401);
  });

  test("opens administration to the session that sets up an app, and asks later ones for the code", async () => {
    const before = await signInAgain(site, admin);
    const { secret } = await enableSecondFactor(site, admin);
    expect((await administer(admin)).status).toBe(200);
    expect(await administer(before)).toMatchObject(REQUIRED);
    const { enter } = await signInToCode(site, admin);
    expect((await administer(browserOf(await enter(codeOf(secret))))).status).toBe(200);
  });

  test("accepts a passkey that verified its user, but not the password alone", async () => {
    const { authenticator } = await addPasskey(admin);
    expect((await administer(admin)).status).toBe(200);
    const { response } = await signInWithPasskey(site, authenticator);
    expect((await administer(browserOf(response))).status).toBe(200);
    const withPassword = await signInAgain(site, admin);
    expect(await administer(withPassword)).toMatchObject(REQUIRED);
    expect(await blocks(withPassword)).toBe(true);
  });

  test("accepts a confirmation by passkey or code, but not by password", async () => {
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

  test("closes administration to all sessions once the last factor is removed", async () => {
    await enableSecondFactor(site, admin);
    const { passkey } = await addPasskey(admin);
    expect((await admin.call("DELETE", "/api/account/totp")).status).toBe(204);
    expect((await administer(admin)).status).toBe(200);
    expect((await admin.call("DELETE", `/api/account/passkeys/${passkey.id}`)).status).toBe(204);
    expect(await administer(admin)).toMatchObject(REQUIRED);
  });
});
