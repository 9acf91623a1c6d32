import { describe, expect, test } from "vitest";
import { createAuthenticator } from "../../testing/authenticator.ts";
import { signUpVerified } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { addPasskey, signInWithPasskey, startPasskeySignIn } from "../../testing/passkeys.ts";
import { codeOf, enableSecondFactor, signInToCode } from "../../testing/second-factor.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));

const REJECTED = {
  status: 401,
  body: {
    error: "This passkey does not work here. Try again, or sign in another way.",
    code: "passkeys.rejected",
  },
};
const counterOf = async (id: string) =>
  (await site.sql`select counter from passkeys where id = ${id}`)[0].counter;
const loggedSince = (lines: number) => site.logLines.slice(lines).join("\n");

describe("a sign-in with a passkey", () => {
  test("starts a session without an email", async () => {
    const anna = await site.signUp();
    const { authenticator, passkey } = await addPasskey(anna);
    const { options } = await startPasskeySignIn(site);
    expect(options).toMatchObject({ rpId: "localhost", allowCredentials: [], userVerification: "required" });
    expect(options.challenge).toMatch(/^[\w-]{43}$/);
    const { response } = await signInWithPasskey(site, authenticator);
    expect(response).toMatchObject({ status: 200, body: { creator: { handle: anna.handle } } });
    const session = response.cookies.find(({ name }) => name === "tessera_session")?.value;
    const me = await site.call("GET", "/api/creators/me", undefined, {
      cookie: `tessera_session=${session}`,
    });
    expect(me.body.creator.handle).toBe(anna.handle);
    const { body } = await anna.call("GET", "/api/account/passkeys");
    expect(body.passkeys[0]).toMatchObject({ id: passkey.id, last_used_at: expect.any(String) });
  });

  test("is refused when it is sent again, to this node or another", async () => {
    const { authenticator } = await addPasskey(await site.signUp());
    const { send, response } = await signInWithPasskey(site, authenticator);
    expect(response.status).toBe(200);
    expect(await send()).toMatchObject(REJECTED);
    expect(await send(other)).toMatchObject(REJECTED);
  });

  test("succeeds once when it is sent to two nodes at once", async () => {
    const { authenticator } = await addPasskey(await site.signUp());
    const { options, cookie } = await startPasskeySignIn(site);
    const body = { response: authenticator.get(options) };
    const responses = await Promise.all(
      [site, other, site, other].map((at) => at.call("POST", "/api/auth/passkey/verify", body, { cookie })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test("requires no code of the second factor", async () => {
    const anna = await site.signUp();
    await enableSecondFactor(site, anna);
    const { authenticator } = await addPasskey(anna);
    expect((await signInWithPasskey(site, authenticator)).response.status).toBe(200);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another scheme", { origin: "https://localhost:3000" }],
    ["another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: "A".repeat(43) }],
    ["no presence of the user", { userPresent: false, userVerified: false }],
    ["no verification of the user", { userVerified: false }],
    ["the handle of another user", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
    ["another signature", { signature: Buffer.from("3006020101020101", "hex") }],
    ["an invalid signature", { signature: Buffer.from("x") }],
  ])("is refused for %s, and logged without the credential", async (_what, changes) => {
    const { authenticator } = await addPasskey(await site.signUp());
    const before = site.logLines.length;
    const { response } = await signInWithPasskey(site, authenticator, changes);
    expect(response).toMatchObject(REJECTED);
    expect(response.cookies).toEqual([]);
    expect(loggedSince(before)).not.toContain(authenticator.id);
    expect((await signInWithPasskey(site, authenticator)).response.status).toBe(200);
  });

  test("is logged when it is rejected for another origin or host", async () => {
    const { authenticator } = await addPasskey(await site.signUp());
    const before = site.logLines.length;
    await signInWithPasskey(site, authenticator, { origin: "https://evil.example" });
    await signInWithPasskey(site, authenticator, { rpId: "evil.example" });
    const logged = loggedSince(before);
    expect(logged.match(/passkey rejected/g)).toHaveLength(2);
    expect(logged).toContain("https://evil.example");
  });

  test("is refused with the id of another user's credential", async () => {
    const [anna, vera] = [await addPasskey(await site.signUp()), await addPasskey(await site.signUp())];
    const { options, cookie } = await startPasskeySignIn(site);
    const answer = vera.authenticator.get(options);
    const response = { ...answer, id: anna.authenticator.id, rawId: anna.authenticator.id };
    expect(await site.call("POST", "/api/auth/passkey/verify", { response }, { cookie })).toMatchObject(
      REJECTED,
    );
  });

  test("is refused with an unknown or removed passkey", async () => {
    const anna = await site.signUp();
    const unknown = createAuthenticator({ origin: PUBLIC_URL });
    expect((await signInWithPasskey(site, unknown)).response).toMatchObject(REJECTED);
    const { authenticator, passkey } = await addPasskey(anna);
    expect((await anna.call("DELETE", `/api/account/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await signInWithPasskey(site, authenticator)).response).toMatchObject(REJECTED);
  });
});

describe("a passkey's counter", () => {
  test("must grow with each sign-in", async () => {
    const { authenticator, passkey } = await addPasskey(await site.signUp());
    expect((await signInWithPasskey(site, authenticator, { counter: 9 })).response.status).toBe(200);
    expect(await counterOf(passkey.id)).toBe(9);
    for (const counter of [8, 9, 1, 0])
      expect((await signInWithPasskey(site, authenticator, { counter })).response).toMatchObject(REJECTED);
    expect(await counterOf(passkey.id)).toBe(9);
    expect((await signInWithPasskey(site, authenticator, { counter: 10 })).response.status).toBe(200);
  });

  test("stays 0 for a synced passkey", async () => {
    const { authenticator, passkey } = await addPasskey(await site.signUp(), { isSynced: true });
    for (let use = 0; use < 3; use++)
      expect((await signInWithPasskey(site, authenticator)).response.status).toBe(200);
    expect(await counterOf(passkey.id)).toBe(0);
  });

  test("is accepted once if two concurrent sign-ins send the same counter", async () => {
    const { authenticator } = await addPasskey(await site.signUp());
    const starts = await Promise.all([startPasskeySignIn(site), startPasskeySignIn(site)]);
    const responses = await Promise.all(
      starts.map(({ options, cookie }, at) =>
        [site, other][at]?.call(
          "POST",
          "/api/auth/passkey/verify",
          { response: authenticator.get(options, { counter: 5 }) },
          { cookie },
        ),
      ),
    );
    expect(responses.map((response) => response?.status).sort()).toEqual([200, 401]);
  });
});

describe("a challenge", () => {
  test("works in all tabs of its browser, and in no other browser", async () => {
    const { authenticator } = await addPasskey(await site.signUp());
    const [mine, foreign] = [await startPasskeySignIn(site), await startPasskeySignIn(site)];
    const send = (options: typeof mine.options, cookie: string) =>
      site.call("POST", "/api/auth/passkey/verify", { response: authenticator.get(options) }, { cookie });
    expect(await send(mine.options, foreign.cookie)).toMatchObject(REJECTED);
    expect(await send(mine.options, "")).toMatchObject(REJECTED);
    const tab = await startPasskeySignIn(site, mine.cookie);
    expect(tab.cookie).toBe(mine.cookie);
    expect((await send(mine.options, mine.cookie)).status).toBe(200);
    expect((await send(tab.options, mine.cookie)).status).toBe(200);
  });

  test("works for five minutes", async () => {
    const { authenticator } = await addPasskey(await site.signUp());
    const { options, cookie } = await startPasskeySignIn(site);
    await site.sql`update passkey_challenges set created_at = created_at - interval '5 min 1 s'`;
    const body = { response: authenticator.get(options) };
    expect(await site.call("POST", "/api/auth/passkey/verify", body, { cookie })).toMatchObject(REJECTED);
    await startPasskeySignIn(site);
    expect(await site.sql`select from passkey_challenges`).toHaveLength(1);
  });

  test("does not sign in if it was issued to confirm or to add a passkey", async () => {
    const anna = await site.signUp();
    const { authenticator } = await addPasskey(anna);
    for (const path of ["/api/account/confirm/passkey", "/api/account/passkeys/options"]) {
      const started = await anna.call("POST", path);
      const token = started.cookies.find(({ name }) => name === "tessera_passkey")?.value;
      const body = { response: authenticator.get({ rpId: "localhost", ...started.body.options }) };
      const cookie = `tessera_passkey=${token}`;
      expect(await site.call("POST", "/api/auth/passkey/verify", body, { cookie })).toMatchObject(REJECTED);
    }
  });
});

test.each([
  undefined,
  null,
  {},
  { id: "x", rawId: "x", type: "public-key", response: {} },
  { id: "!", rawId: "!", type: "public-key" },
  { id: "x".repeat(2000), rawId: "x", type: "public-key" },
])("rejects the response %j as invalid input", async (response) => {
  const { status, body } = await site.call("POST", "/api/auth/passkey/verify", { response });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_input" });
});

test("requires a verified account if the setting says so", async () => {
  const anna = await site.signUp();
  const { authenticator } = await addPasskey(anna);
  const settings = { requireVerifiedEmail: true };
  const strict = await openSite({ databaseUrl: site.databaseUrl, settings });
  const { response } = await signInWithPasskey(strict, authenticator);
  expect(response).toMatchObject({ status: 403, body: { code: "accounts.email_not_verified" } });
  await site.sql`update users set email_verified_at = now() where id = ${anna.creator.user_id}`;
  expect((await signInWithPasskey(strict, authenticator)).response.status).toBe(200);
});

test("binds the cookie to the host over https", async () => {
  const secure = await openSite({ publicUrl: "https://tiles.example" });
  const { cookies, body } = await secure.call("POST", "/api/auth/passkey/options");
  const bound = { name: "__Host-tessera_passkey", secure: true, httpOnly: true, maxAge: 300, path: "/" };
  expect(cookies).toMatchObject([bound]);
  expect(body.options.rpId).toBe("tiles.example");
});

test("asks a user with a passkey and a second factor for a code after the password", async () => {
  const anna = await signUpVerified(site);
  const { secret } = await enableSecondFactor(site, anna);
  await addPasskey(anna);
  const { response, enter } = await signInToCode(site, anna);
  expect(response.status).toBe(202);
  expect((await enter(codeOf(secret))).status).toBe(200);
});
