import { describe, expect, test } from "vitest";
import {
  mailedLink,
  rejection,
  signInAgain,
  signUpVerified,
  type TestUser,
} from "../../../testing/factories.ts";
import type { TestApp } from "../../../testing/harness.ts";
import { type Authenticator, addPasskey, signInWithPasskey } from "../../../testing/passkeys.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { enableSecondFactor } from "../../../testing/second-factor.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const owner = prepareEach(() => signUpVerified(site));
const PASSWORD = "a password of the owner";
let count = 0;
const newEmail = () => `moved${++count}@example.net`;

type Caller = { call: TestApp["call"] };
/** Returns the owner in another browser. */
const asOwner = (cookie: string): TestUser => ({
  ...owner,
  cookie,
  call: (method, path, payload, headers = {}) =>
    site.call(method, path, payload, { ...headers, cookie: `${cookie}; ${headers.cookie ?? ""}` }),
});
const signIn = async () => asOwner((await signInAgain(site, owner)).cookie);
async function signInWith(authenticator: Authenticator) {
  const { status, cookies } = (await signInWithPasskey(site, authenticator)).response;
  expect(status).toBe(200);
  return asOwner(cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
}
const request = (user: Caller, email: string) => user.call("POST", "/api/account/email", { email });

/** Makes everything in the account older by some days, including its sessions. */
async function age({ creator }: TestUser, days: number) {
  const id = creator.user_id;
  const by = `${days} days`;
  await site.sql`update passkeys set created_at = created_at - ${by}::interval where user_id = ${id}`;
  await site.sql`update second_factors set enabled_at = enabled_at - ${by}::interval where user_id = ${id}`;
  await site.sql`update ended_second_factors set ended_at = ended_at - ${by}::interval, enabled_at = enabled_at - ${by}::interval where user_id = ${id}`;
  await site.sql`update sessions set created_at = created_at - ${by}::interval where user_id = ${id}`;
}

/** Changes the email in a session, then undoes that by the link to the former email. */
async function changeAndUndo(thief: Caller, formerEmail = owner.email) {
  const email = newEmail();
  expect((await request(thief, email)).status).toBe(200);
  const { token } = await mailedLink(site, email, "confirm-email");
  expect((await thief.call("POST", "/api/account/email/confirm", { token })).status).toBe(204);
  const undo = await mailedLink(site, formerEmail, "email-changed");
  const { status } = await site.call("POST", "/api/account/email/undo", { token: undo.token });
  expect(status).toBe(204);
}

/** Sets the owner's password by the link that was sent after undoing. */
async function resetPassword() {
  const { token } = await mailedLink(site, owner.email, "reset-password");
  return site.call("POST", "/api/auth/reset-password", { token, password: PASSWORD });
}

describe("an undone change of the email by a thief", () => {
  test("removes the thief's passkey, second factor, payout account and sessions", async () => {
    await age(owner, 10);
    const thief = await signIn();
    const { authenticator } = await addPasskey(thief);
    await enableSecondFactor(site, thief);
    expect((await thief.call("POST", "/api/connect/onboard", { country: "DE" })).status).toBe(200);
    // Make the additions more than a day old, because a newer passkey would block the change.
    await age(owner, 1.1);
    await changeAndUndo(thief);
    expect((await signInWithPasskey(site, authenticator)).response.status).toBe(401);
    expect((await thief.call("GET", "/api/creators/me")).status).toBe(401);
    const { status, cookies } = await resetPassword();
    expect(status).toBe(204);
    const cookie = `${cookies[0]?.name}=${cookies[0]?.value}`;
    const { body } = await site.call("GET", "/api/connect/status", undefined, { cookie });
    expect(body).toMatchObject({ connected: false, account: null });
  });

  test("also removes older additions, if the session that changed the email is older still", async () => {
    const thief = await signIn();
    const { authenticator } = await addPasskey(thief);
    await age(owner, 20);
    await changeAndUndo(thief);
    expect((await signInWithPasskey(site, authenticator)).response.status).toBe(401);
  });

  test("removes what the thief accepted in the owner's place, and keeps what the owner accepted", async () => {
    const { user_id: id } = owner.creator;
    await site.sql`insert into document_acceptances (user_id, document, version, accepted_at) values (${id}, 'terms', 'of the owner', now() - interval '9 days')`;
    await age(owner, 10);
    const thief = await signIn();
    await site.sql`insert into document_acceptances (user_id, document, version) values (${id}, 'terms', 'of the thief')`;
    await changeAndUndo(thief);
    const left = await site.sql`select version from document_acceptances where user_id = ${id}`;
    expect(left).toEqual([{ version: "of the owner" }]);
  });

  test("keeps the owner's older passkey and app", async () => {
    const { authenticator } = await addPasskey(owner);
    await enableSecondFactor(site, owner);
    await age(owner, 10);
    await changeAndUndo(await signInWith(authenticator));
    expect((await signInWithPasskey(site, authenticator)).response.status).toBe(200);
    expect((await resetPassword()).status).toBe(202);
  });

  test("keeps an app that replaced an older one, and leaves it to an administrator", async () => {
    await enableSecondFactor(site, owner);
    await age(owner, 10);
    const thief = owner;
    await site.sql`update sessions set created_at = now() where user_id = ${owner.creator.user_id}`;
    expect((await thief.call("DELETE", "/api/account/totp")).status).toBe(204);
    await enableSecondFactor(site, thief);
    await age(owner, 1.1);
    await changeAndUndo(thief);
    expect((await resetPassword()).status).toBe(202);
  });
});

test("removes all additions to an unproven account when a change of its email is undone", async () => {
  const maker = await site.signUp();
  await site.call("GET", (await mailedLink(site, maker.email, "verify-email")).path);
  const { authenticator } = await addPasskey(maker);
  await enableSecondFactor(site, maker);
  await age(maker, 20);
  await site.sql`update sessions set created_at = now() where user_id = ${maker.creator.user_id}`;
  await changeAndUndo(maker, maker.email);
  expect((await signInWithPasskey(site, authenticator)).response.status).toBe(401);
  const { token } = await mailedLink(site, maker.email, "reset-password");
  const { status, cookies } = await site.call("POST", "/api/auth/reset-password", {
    token,
    password: PASSWORD,
  });
  expect(status).toBe(204);
  const cookie = `${cookies[0]?.name}=${cookies[0]?.value}`;
  const { body } = await site.call("GET", "/api/creators/me", undefined, { cookie });
  expect(body.creator.reclaimed_at).toEqual(expect.any(String));
});

describe("within a day of a new passkey or app", () => {
  const REFUSED = rejection(409, "accounts.new_factor");

  test("a change of the email is refused, but not a day later", async () => {
    await addPasskey(owner);
    expect(await request(owner, newEmail())).toMatchObject(REFUSED);
    await age(owner, 1.1);
    expect((await request(owner, newEmail())).status).toBe(200);
    await enableSecondFactor(site, owner);
    expect(await request(owner, newEmail())).toMatchObject(REFUSED);
  });

  test("a change of the email requires an older passkey, used after the new one was added", async () => {
    const { authenticator } = await addPasskey(owner);
    await age(owner, 3);
    const browser = await signInWith(authenticator);
    await addPasskey(browser);
    expect(await request(browser, newEmail())).toMatchObject(REFUSED);
    expect(await request(owner, newEmail())).toMatchObject(REFUSED);
    expect((await request(await signInWith(authenticator), newEmail())).status).toBe(200);
  });

  test("allows a change of a mistyped email that was never verified", async () => {
    const fresh = await site.signUp();
    await addPasskey(fresh);
    expect((await request(fresh, newEmail())).status).toBe(200);
  });
});
