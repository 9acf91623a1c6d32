import { describe, expect, test } from "vitest";
import { createAuthenticator } from "../../testing/authenticator.ts";
import {
  fieldRejection,
  mailsTo,
  rejection,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { addPasskey, signInWithPasskey, startPasskeyCreation } from "../../testing/passkeys.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const stranger = testUser(site);
const anna = prepareEach(() => site.signUp());

const ID = "00000000-0000-4000-8000-000000000000";
const list = async (user: TestUser) => (await user.call("GET", "/api/account/passkeys")).body.passkeys;
const remove = (user: TestUser, id: string, at = site) =>
  at.call("DELETE", `/api/account/passkeys/${id}`, undefined, { cookie: user.cookie });
/** Removes the password that the user signed up with. */
const takePassword = (user: TestUser) =>
  site.sql`update users set password_hash = null where id = ${user.creator.user_id}`;
const outdate = (user: TestUser) =>
  site.sql`update sessions set confirmed_at = now() - interval '10 min 1 s' where user_id = ${user.creator.user_id}`;

describe("a new passkey", () => {
  test("is made only for this host, verifies its user and is found without an email", async () => {
    const { authenticator } = await addPasskey(anna);
    const { options } = await startPasskeyCreation(anna);
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Tessera" },
      user: { name: anna.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: authenticator.id }],
    });
    // The handle is the user's id, not the email.
    expect(Buffer.from(options.user.id, "base64url").toString("hex")).toBe(
      anna.creator.user_id.replaceAll("-", ""),
    );
  });

  test("is listed with its name, and marked as synced or bound to one device", async () => {
    await addPasskey(anna, { name: "  Office laptop " });
    await addPasskey(anna, { isSynced: true });
    expect(await list(anna)).toEqual([
      {
        id: expect.any(String),
        name: "Office laptop",
        kind: "device",
        usable: true,
        created_at: expect.any(String),
        last_used_at: null,
      },
      expect.objectContaining({ name: "Passkey 2", kind: "synced" }),
    ]);
    expect(await list(stranger)).toEqual([]);
  });

  test("is announced to a verified email, but not to an unverified one", async () => {
    const [anna, vera] = [await site.signUp(), await signUpVerified(site)];
    const { passkey } = await addPasskey(vera, { name: "https://evil.example" });
    await addPasskey(vera);
    await remove(vera, passkey.id);
    await addPasskey(anna);
    const mails = await mailsTo(site, vera.email, "passkey-changed");
    expect(mails.map(({ html }) => JSON.parse(html).change)).toEqual(["added", "added", "removed"]);
    expect(mails[0]?.mainLink).toBe(`${PUBLIC_URL}/dashboard/settings/security`);
    expect(mails.map(({ html }) => html).join()).not.toContain("evil");
    expect(await mailsTo(site, anna.email, "passkey-changed")).toEqual([]);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: "A".repeat(43) }],
    ["no verification of the user", { userVerified: false }],
  ])("is refused for %s", async (_what, changes) => {
    const { options, cookie } = await startPasskeyCreation(anna);
    const response = createAuthenticator({ origin: PUBLIC_URL }).create(options, changes);
    const sent = await anna.call("POST", "/api/account/passkeys", { response }, { cookie });
    expect(sent).toMatchObject(rejection(400, "passkeys.not_created"));
    expect(await list(anna)).toEqual([]);
  });

  test("is added once per response, and only by its own user", async () => {
    const [anna, vera] = [await site.signUp(), await site.signUp()];
    const authenticator = createAuthenticator({ origin: PUBLIC_URL });
    const started = await startPasskeyCreation(anna);
    const body = { response: authenticator.create(started.options) };
    const veras = await vera.call("POST", "/api/account/passkeys", body, {
      cookie: started.cookie,
    });
    expect(veras).toMatchObject(rejection(400, "passkeys.not_created"));
    const again = await startPasskeyCreation(anna);
    const send = () =>
      anna.call(
        "POST",
        "/api/account/passkeys",
        { response: authenticator.create(again.options) },
        { cookie: again.cookie },
      );
    expect((await send()).status).toBe(201);
    expect(await send()).toMatchObject(rejection(400, "passkeys.not_created"));

    const known = await startPasskeyCreation(vera);
    const taken = { response: authenticator.create(known.options) };
    expect(await vera.call("POST", "/api/account/passkeys", taken, { cookie: known.cookie })).toMatchObject(
      rejection(409, "passkeys.exists"),
    );
  });

  test("is refused beyond the twentieth, before and after the browser made it", async () => {
    for (let count = 1; count < 20; count++) await addPasskey(anna);
    const [one, two] = [await startPasskeyCreation(anna), await startPasskeyCreation(anna)];
    const responses = await Promise.all(
      [one, two].map(({ options, cookie }, at) =>
        [site, other][at]?.call(
          "POST",
          "/api/account/passkeys",
          { response: createAuthenticator({ origin: PUBLIC_URL }).create(options) },
          { cookie: `${anna.cookie}; ${cookie}` },
        ),
      ),
    );
    expect(responses.map((response) => response?.status).sort()).toEqual([201, 409]);
    const more = await anna.call("POST", "/api/account/passkeys/options");
    expect(more).toMatchObject(rejection(409, "passkeys.limit_reached"));
  });

  test("requires recent authentication to be added and to be removed", async () => {
    const { passkey } = await addPasskey(anna);
    await outdate(anna);
    const refused = { status: 403, body: { code: "account.confirm" } };
    expect(await anna.call("POST", "/api/account/passkeys/options")).toMatchObject(refused);
    expect(await anna.call("POST", "/api/account/passkeys", {})).toMatchObject(refused);
    expect(await remove(anna, passkey.id)).toMatchObject(refused);
    expect(await list(anna)).toHaveLength(1);
  });
});

describe("an existing passkey", () => {
  test("is renamed only by its user", async () => {
    const { passkey } = await addPasskey(anna);
    const path = `/api/account/passkeys/${passkey.id}`;
    const renamed = await anna.call("PATCH", path, { name: " Key ring " });
    expect(renamed).toMatchObject({ status: 200, body: { passkey: { name: "Key ring" } } });
    for (const name of [undefined, "", " ", "a\nb", "x".repeat(61), 7]) {
      expect(await anna.call("PATCH", path, { name })).toMatchObject(
        fieldRejection("name", expect.any(String)),
      );
    }
    expect(await stranger.call("PATCH", path, { name: "Mine" })).toMatchObject({ status: 404 });
    expect(await anna.call("PATCH", `/api/account/passkeys/${ID}`, { name: "x" })).toMatchObject({
      status: 404,
    });
    expect(await anna.call("PATCH", "/api/account/passkeys/x", { name: "x" })).toMatchObject({ status: 404 });
    expect(await site.call("PATCH", path, { name: "x" })).toMatchObject({ status: 401 });
  });

  test("cannot be removed by another user", async () => {
    const { passkey } = await addPasskey(anna);
    expect(await remove(stranger, passkey.id)).toMatchObject({ status: 404 });
    expect(await site.call("DELETE", `/api/account/passkeys/${passkey.id}`)).toMatchObject({ status: 401 });
    expect(await list(anna)).toHaveLength(1);
  });
});

describe("the last way to sign in", () => {
  const LAST = {
    status: 409,
    body: {
      error: "This is your only way to sign in. Set a password or add another passkey first.",
      code: "passkeys.last_way_in",
    },
  };

  test("cannot be removed", async () => {
    const [first, second] = [await addPasskey(anna), await addPasskey(anna)];
    await takePassword(anna);
    expect((await remove(anna, first.passkey.id)).status).toBe(204);
    expect(await remove(anna, second.passkey.id)).toMatchObject(LAST);
    expect((await signInWithPasskey(site, second.authenticator)).response.status).toBe(200);
  });

  test("keeps one of two passkeys that are removed on two nodes at once", async () => {
    const passkeys = [await addPasskey(anna), await addPasskey(anna)];
    await takePassword(anna);
    const responses = await Promise.all(
      passkeys.map(({ passkey }, at) => remove(anna, passkey.id, [site, other][at])),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await list(anna)).toHaveLength(1);
  });

  test("can be an account of a provider, but not a passkey of another host", async () => {
    const [first, second] = [await addPasskey(anna), await addPasskey(anna)];
    await takePassword(anna);
    await site.sql`update passkeys set rp_id = 'old.example' where id = ${first.passkey.id}`;
    expect((await list(anna)).map(({ usable }: { usable: boolean }) => usable)).toEqual([false, true]);
    expect(await remove(anna, second.passkey.id)).toMatchObject(LAST);
    await site.sql`insert into identities (provider, subject, user_id) values ('google', ${anna.email}, ${anna.creator.user_id})`;
    expect((await remove(anna, second.passkey.id)).status).toBe(204);
    expect((await remove(anna, first.passkey.id)).status).toBe(204);
  });
});

test("deletes passkeys with their account", async () => {
  const separateSite = await openSite();
  const anna = await separateSite.signUp();
  const { authenticator } = await addPasskey(anna);
  await separateSite.sql`delete from users where id = ${anna.creator.user_id}`;
  expect(await separateSite.sql`select from passkeys`).toEqual([]);
  expect((await signInWithPasskey(separateSite, authenticator)).response.status).toBe(401);
});
