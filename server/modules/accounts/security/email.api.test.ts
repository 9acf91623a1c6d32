import { describe, expect, test } from "vitest";
import {
  ageProof,
  askForReset,
  mailedLink,
  mailsTo,
  rejection,
  signInAgain,
} from "../../../testing/factories.ts";
import type { TestApp } from "../../../testing/harness.ts";
import { codeOf } from "../../../testing/second-factor.ts";
import { openSite, testSite } from "../../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const DEAD = { status: 400, body: { code: "accounts.email_link_dead" } };
let count = 0;
const newEmail = () => `new${++count}@example.net`;

/** Registers a user with a verified email and requests another one. */
async function arrange(on: TestApp = site) {
  const anna = await on.signUp();
  await on.sql`update users set email_verified_at = now(), email_proven_at = now() where id = ${anna.creator.user_id}`;
  return { anna, email: newEmail() };
}
const request = (user: { call: TestApp["call"] }, email: string) =>
  user.call("POST", "/api/account/email", { email });
const confirm = (user: { call: TestApp["call"] }, token: string) =>
  user.call("POST", "/api/account/email/confirm", { token });
const undo = (token: string, on: TestApp = site) => on.call("POST", "/api/account/email/undo", { token });
const rowOf = async (userId: string) =>
  (
    await site.sql`select email, password_hash, email_verified_at, is_admin from users where id = ${userId}`
  )[0];
const login = (email: string, password: string) => site.call("POST", "/api/auth/login", { email, password });

/** Changes the email. Returns the links to the new and the old one. */
async function change(user: Awaited<ReturnType<typeof arrange>>["anna"], email: string, from = user.email) {
  expect((await request(user, email)).status).toBe(200);
  const { token } = await mailedLink(site, email, "confirm-email");
  expect((await confirm(user, token)).status).toBe(204);
  return { token, undoToken: (await mailedLink(site, from, "email-changed")).token };
}

describe("a change of the email", () => {
  test("takes effect with the confirmation and is announced to the old email", async () => {
    const { anna, email } = await arrange();
    const requested = await request(anna, email.toUpperCase());
    expect(requested.body).toEqual({
      email: anna.email,
      has_password: true,
      pending_email: email,
      language: null,
    });
    expect((await login(email, anna.password)).status).toBe(401);
    const { token } = await mailedLink(site, email, "confirm-email");
    expect((await confirm(anna, token)).status).toBe(204);
    expect((await login(email, anna.password)).status).toBe(200);
    expect((await login(anna.email, anna.password)).status).toBe(401);
    expect((await anna.call("GET", "/api/creators/me")).body.creator).toMatchObject({ email });
    expect(await confirm(anna, token)).toMatchObject(DEAD);
    const noticeLink = await mailedLink(site, anna.email, "email-changed");
    expect(noticeLink.path).toMatch(/^\/auth\/email\/undo\?token=/);
  });

  test("requires recent authentication", async () => {
    const { anna, email } = await arrange();
    await ageProof(site, anna);
    expect(await request(anna, email)).toMatchObject(rejection(403, "account.confirm"));
  });

  test("is confirmed only in the account that requested it, not in another account of the mailbox's owner", async () => {
    const { anna, email } = await arrange();
    const mallory = await site.signUp();
    await request(mallory, email);
    const { token } = await mailedLink(site, email, "confirm-email");
    expect((await site.call("POST", "/api/account/email/confirm", { token })).status).toBe(401);
    expect(await confirm(anna, token)).toMatchObject(DEAD);
    expect(await rowOf(mallory.creator.user_id)).toMatchObject({ email: mallory.email });
  });

  test("rejects the current email, another account's, and one that a former account can take back", async () => {
    const { anna, email } = await arrange();
    const bela = await site.signUp();
    expect(await request(anna, anna.email)).toMatchObject(rejection(400, "accounts.same_email"));
    const TAKEN = { status: 409, body: { code: "accounts.email_taken" } };
    expect(await request(anna, bela.email)).toMatchObject(TAKEN);
    await change(anna, email);
    expect(await request(bela, anna.email)).toMatchObject(TAKEN);
    const registered = {
      email: anna.email,
      handle: "newcomer",
      displayName: "N",
      password: "a long password",
    };
    expect(await site.call("POST", "/api/auth/register", registered)).toMatchObject(TAKEN);
    await site.sql`update email_changes set undo_until = now()`;
    expect((await site.call("POST", "/api/auth/register", registered)).status).toBe(201);
  });

  test("is refused if an account took the email before the confirmation", async () => {
    const { anna, email } = await arrange();
    await request(anna, email);
    const { token } = await mailedLink(site, email, "confirm-email");
    await site.signUp({ email });
    expect(await confirm(anna, token)).toMatchObject(rejection(409, "accounts.email_taken"));
    expect(await rowOf(anna.creator.user_id)).toMatchObject({ email: anna.email });
  });

  test("succeeds for one of two accounts that confirm the same email at once, on two nodes", async () => {
    const { anna, email } = await arrange();
    const { anna: bela } = await arrange();
    const links: string[] = [];
    for (const user of [anna, bela]) {
      await request(user, email);
      links.push((await mailedLink(site, email, "confirm-email")).token);
    }
    const responses = await Promise.all([
      site.call("POST", "/api/account/email/confirm", { token: links[0] }, { cookie: anna.cookie }),
      other.call("POST", "/api/account/email/confirm", { token: links[1] }, { cookie: bela.cookie }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("replaces a pending one and can be withdrawn", async () => {
    const { anna, email } = await arrange();
    await request(anna, email);
    const first = await mailedLink(site, email, "confirm-email");
    const second = newEmail();
    await request(anna, second);
    expect(await confirm(anna, first.token)).toMatchObject(DEAD);
    expect((await anna.call("DELETE", "/api/account/email")).status).toBe(204);
    const { token } = await mailedLink(site, second, "confirm-email");
    expect(await confirm(anna, token)).toMatchObject(DEAD);
    expect((await anna.call("GET", "/api/account/security")).body.pending_email).toBeNull();
  });

  test("revokes links to the old email, and expires after 48 hours", async () => {
    const { anna, email } = await arrange();
    const reset = await askForReset(site, anna.email);
    await change(anna, email);
    const input = { token: reset, password: "another long password" };
    expect((await site.call("POST", "/api/auth/reset-password", input)).status).toBe(400);
    const late = newEmail();
    await request(anna, late);
    const { token } = await mailedLink(site, late, "confirm-email");
    await site.sql`update email_changes set requested_at = now() - interval '48 hours 1 second' where new_email = ${late}`;
    expect(await confirm(anna, token)).toMatchObject(DEAD);
  });

  test("sends at most five emails a day for an account, and a limited number to a mailbox", async () => {
    const limited = await openSite({ limits: "database" });
    const { anna } = await arrange(limited);
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await request(anna, `stranger+${index}@example.net`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("the link to undo a change of the email", () => {
  test("restores the old email, and revokes every session and password", async () => {
    const { anna, email } = await arrange();
    const thief = await signInAgain(site, anna);
    const { undoToken } = await change(anna, email);
    await thief.call("POST", "/api/account/password", {
      currentPassword: anna.password,
      password: "the password of a thief",
    });
    expect((await undo(undoToken)).status).toBe(204);
    expect(await rowOf(anna.creator.user_id)).toMatchObject({ email: anna.email, password_hash: null });
    for (const user of [anna, thief]) expect((await user.call("GET", "/api/creators/me")).status).toBe(401);
    expect((await login(anna.email, "the password of a thief")).status).toBe(401);
    expect(await undo(undoToken)).toMatchObject(DEAD);
    const { token } = await mailedLink(site, anna.email, "reset-password");
    const chosen = { token, password: "a password of the owner" };
    expect((await site.call("POST", "/api/auth/reset-password", chosen)).status).toBe(204);
  });

  test("removes a second factor that was prepared before the change and finished after it", async () => {
    const { anna, email } = await arrange();
    const { secret } = (await anna.call("POST", "/api/account/totp")).body.setUp;
    const { undoToken } = await change(anna, email);
    expect((await anna.call("POST", "/api/account/totp/enable", { code: codeOf(secret) })).status).toBe(200);
    expect((await undo(undoToken)).status).toBe(204);
    const { token } = await mailedLink(site, anna.email, "reset-password");
    const chosen = { token, password: "a password of the owner" };
    expect((await site.call("POST", "/api/auth/reset-password", chosen)).status).toBe(204);
  });

  test("also undoes later changes and revokes later links", async () => {
    const { anna, email } = await arrange();
    const { undoToken } = await change(anna, email);
    const { undoToken: ofThief } = await change(anna, newEmail(), email);
    expect((await undo(undoToken)).status).toBe(204);
    expect(await rowOf(anna.creator.user_id)).toMatchObject({ email: anna.email });
    expect(await undo(ofThief)).toMatchObject(DEAD);
  });

  test("removes a provider that was linked after the change", async () => {
    const { anna, email } = await arrange();
    const { user_id: userId } = anna.creator;
    await site.sql`insert into identities (provider, subject, user_id, created_at) values ('google', ${`before ${userId}`}, ${userId}, now() - interval '4 days')`;
    const { undoToken } = await change(anna, email);
    expect((await undo(undoToken)).status).toBe(204);
    expect(await site.sql`select 1 from identities where user_id = ${userId}`).toHaveLength(1);
    const again = await arrange();
    const second = await change(again.anna, again.email);
    await site.sql`insert into identities (provider, subject, user_id) values ('google', ${`after ${userId}`}, ${again.anna.creator.user_id})`;
    await undo(second.undoToken);
    expect(await site.sql`select 1 from identities where user_id = ${again.anna.creator.user_id}`).toEqual(
      [],
    );
  });

  test("works once for two concurrent requests, within 72 hours", async () => {
    const { anna, email } = await arrange();
    const { undoToken } = await change(anna, email);
    expect(await undo("nonsense")).toMatchObject(DEAD);
    const both = await Promise.all([undo(undoToken), undo(undoToken, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);
    const { anna: bela, email: late } = await arrange();
    const expired = await change(bela, late);
    await site.sql`update email_changes set undo_until = now() - interval '1 second' where new_email = ${late}`;
    expect(await undo(expired.undoToken)).toMatchObject(DEAD);
  });

  test("is not sent to an email that was never verified", async () => {
    const anna = await site.signUp();
    const email = newEmail();
    await request(anna, email);
    const { token } = await mailedLink(site, email, "confirm-email");
    expect((await confirm(anna, token)).status).toBe(204);
    expect((await mailsTo(site, anna.email)).map(({ subject }) => subject)).not.toContain("email-changed");
  });
});

test("grants the admin role for ADMIN_EMAIL only to the account that confirms it", async () => {
  const adminEmail = "boss@example.org";
  const named = await openSite({ settings: { adminEmail } });
  const { anna } = await arrange(named);
  await request(anna, adminEmail);
  const { token } = await mailedLink(named, adminEmail, "confirm-email");
  const isAdmin = async () =>
    (await named.sql`select is_admin from users where id = ${anna.creator.user_id}`)[0].is_admin;
  expect((await named.call("POST", "/api/account/email/confirm", { token })).status).toBe(401);
  expect(await isAdmin()).toBe(false);
  expect((await confirm(anna, token)).status).toBe(204);
  expect(await isAdmin()).toBe(true);
});
