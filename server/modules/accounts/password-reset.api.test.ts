import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { createTokenDeriver } from "../../platform/tokens.ts";
import { concurrently } from "../../testing/concurrently.ts";
import {
  askForReset,
  fieldRejection,
  inputErrors,
  mailedLink,
  mailsTo,
  type TestUser,
} from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { watchStatements } from "../../testing/statements.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
import { issueToken } from "./one-time-tokens.ts";
import { FORGOT_JOB } from "./password-reset.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));

const NEW = "an entirely new password";
const DEAD = {
  status: 400,
  text: JSON.stringify(
    inputErrors(
      { token: ["accounts.reset_link_dead", "This reset link no longer works. Please ask for a new one."] },
      "accounts.reset_link_dead",
    ),
  ),
};
const reset = (token: unknown, password: unknown = NEW, app: TestApp = site, cookie?: string) =>
  app.call("POST", "/api/auth/reset-password", { token, password }, cookie ? { cookie } : {});
const login = (user: TestUser, password: string) =>
  site.call("POST", "/api/auth/login", { email: user.email, password });
const statusWith = async (session: string | undefined) =>
  (await site.call("GET", "/api/creators/me", undefined, { cookie: `tessera_session=${session}` })).status;
const age = (user: TestUser, minutes: number) =>
  site.sql`update one_time_tokens set expires_at = expires_at - make_interval(secs => ${minutes * 60})
    where user_id = ${user.creator.user_id}`;

describe("the request for a reset link", () => {
  test("sends an email with a link, whatever the case of the email", async () => {
    const response = await site.call("POST", "/api/auth/forgot-password", {
      email: ` ${anna.email.toUpperCase()} `,
    });
    expect(response).toMatchObject({ status: 204, text: "", cookies: [] });
    const [mail, ...more] = await mailsTo(site, anna.email, "reset-password");
    expect(more).toEqual([]);
    expect(JSON.parse(mail?.html ?? "")).toEqual({
      mail: "reset-password",
      language: "en",
      validMinutes: 60,
      links: { main: expect.stringMatching(/^http:\/\/localhost:3000\/auth\/reset\?token=[\w-]{43}$/) },
    });
  });

  test("returns the same response after the same work for an unknown email, and sends no email", async () => {
    const before = (await site.sentMails()).length;
    const unknown = await site.call("POST", "/api/auth/forgot-password", { email: "nobody@example.org" });
    expect((await site.sentMails()).length).toBe(before);
    const known = await site.call("POST", "/api/auth/forgot-password", { email: anna.email });
    const seen = ({ status, text, headers }: typeof known) => ({
      status,
      text,
      names: Object.keys(headers).sort(),
    });
    expect(seen(unknown)).toEqual(seen(known));
    expect((await site.sentMails()).length).toBe(before + 1);
  });

  test("looks the account up in a job, so that known and unknown emails are treated alike", async () => {
    const queued = await openSite({ databaseUrl: site.databaseUrl });
    await queued.jobs.stop();
    const statements = watchStatements(queued.db);
    const statementsFor = async (email: string) => {
      statements.length = 0;
      expect((await queued.call("POST", "/api/auth/forgot-password", { email })).status).toBe(204);
      return statements.map(({ text }) => text);
    };
    const unknown = await statementsFor("nobody@example.org");
    expect(unknown).toContain("begin");
    expect(await statementsFor(anna.email)).toEqual(unknown);
  });

  test("requires an email", async () => {
    for (const email of [undefined, "", "nobody", 7, ["a@x.io"]]) {
      const response = await site.call("POST", "/api/auth/forgot-password", { email });
      expect(response).toMatchObject({ status: 400, body: { error: "Enter a valid email address." } });
    }
  });

  test("sends one email when its job runs twice", async () => {
    const tokenId = "0f9a2b86-6b0f-4a53-9f5c-0a8f5f4f7b11";
    const data = { email: anna.email, tokenId, isForVerified: false };
    for (let run = 0; run < 2; run++) {
      await inTransaction(site.db, (tx) => site.jobs.enqueue(tx, { name: FORGOT_JOB, data }));
      await site.sentMails();
    }
    expect(await mailsTo(site, anna.email, "reset-password")).toHaveLength(1);
    expect((await reset((await mailedLink(site, anna.email, "reset-password")).token)).status).toBe(204);
  });
});

describe("a new password", () => {
  test("replaces the old one, ends every session, signs this browser in and sends an email about it", async () => {
    const elsewhere = await login(anna, anna.password);
    const response = await reset(await askForReset(site, anna.email), NEW, site, anna.cookie);
    expect(response).toMatchObject({ status: 204, text: "" });
    expect(response.cookies).toMatchObject([
      { name: "tessera_session", httpOnly: true, sameSite: "Lax", path: "/" },
    ]);
    expect(await statusWith(response.cookies[0]?.value)).toBe(200);
    for (const earlier of [anna.session, elsewhere.cookies[0]?.value])
      expect(await statusWith(earlier)).toBe(401);
    expect((await login(anna, anna.password)).status).toBe(401);
    expect((await login(anna, NEW)).status).toBe(200);
    const [notice, ...more] = await mailsTo(site, anna.email, "password-changed");
    expect(more).toEqual([]);
    expect(JSON.parse(notice?.html ?? "")).toEqual({
      mail: "password-changed",
      language: "en",
      at: expect.stringMatching(/Z$/),
      links: { main: "http://localhost:3000/auth/forgot" },
    });
  });

  test("verifies the email", async () => {
    const { cookies } = await reset(await askForReset(site, anna.email));
    const cookie = `tessera_session=${cookies[0]?.value}`;
    const { creator } = (await site.call("GET", "/api/creators/me", undefined, { cookie })).body;
    expect(creator.email_verified_at).not.toBeNull();
  });

  test("does not affect other users", async () => {
    const [anna, berta] = [await site.signUp(), await site.signUp()];
    const response = await reset(await askForReset(site, anna.email), NEW, site, berta.cookie);
    expect((await login(berta, berta.password)).status).toBe(200);
    // The reset signed Berta's browser in to Anna's account.
    expect(await statusWith(berta.session)).toBe(401);
    expect(await statusWith(response.cookies[0]?.value)).toBe(200);
  });

  test("must be valid, and an invalid one leaves the link unused", async () => {
    const token = await askForReset(site, anna.email);
    for (const [password, message] of [
      ["1234567", "Password must be at least 8 characters."],
      ["x".repeat(257), "Password must be at most 256 characters."],
      [null, "Password must be at least 8 characters."],
    ]) {
      expect(await reset(token, password)).toMatchObject(fieldRejection("password", message));
    }
    expect((await reset(token)).status).toBe(204);
  });

  test("ends the session of a concurrent login with the old one", async () => {
    const { user_id: userId } = anna.creator;
    const change = await beginTransaction(site);
    await change.sql`update users set password_hash = 'another' where id = ${userId}`;
    await change.sql`delete from sessions where user_id = ${userId}`;
    const early = login(anna, anna.password);
    await Promise.race([early, untilWaiting(site)]);
    await change.commit();
    expect((await early).status).toBe(401);
    expect(await site.sql`select 1 from sessions where user_id = ${userId}`).toEqual([]);
  });
});

describe("a link for a new password", () => {
  test("works for one of many concurrent requests on two nodes", async () => {
    const token = await askForReset(site, anna.email);
    const responses = await concurrently(20, (index) =>
      reset(token, `password no. ${index}`, index % 2 ? site : other),
    );
    const winners = responses.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(winners).toHaveLength(1);
    for (const response of responses) if (response.status !== 204) expect(response).toMatchObject(DEAD);
    expect((await login(anna, `password no. ${winners[0]}`)).status).toBe(200);
    const notices = [site, other].map((app) => mailsTo(app, anna.email, "password-changed"));
    expect((await Promise.all(notices)).flat()).toHaveLength(1);
    const sessions = "select 1 from sessions where user_id = $1";
    // The sessions of the successful request and of the login above.
    expect(await site.query(sessions, [anna.creator.user_id])).toHaveLength(2);
  });

  test("works for sixty minutes by the database's clock", async () => {
    const [early, late] = [await site.signUp(), await site.signUp()];
    const tokens = [await askForReset(site, early.email), await askForReset(site, late.email)];
    await age(early, 59.5);
    await age(late, 60.1);
    expect((await reset(tokens[0])).status).toBe(204);
    expect(await reset(tokens[1])).toMatchObject(DEAD);
    expect((await login(late, late.password)).status).toBe(200);
  });

  test("is revoked by a newer request, and all are revoked when one is used", async () => {
    const first = await askForReset(site, anna.email);
    const second = await askForReset(site, anna.email);
    expect(await reset(first)).toMatchObject(DEAD);
    const derive = createTokenDeriver("a secret that only tests know, long enough");
    const invite = await inTransaction(site.db, (tx) =>
      issueToken(tx, { userId: anna.creator.user_id, purpose: "invite", derive }),
    );
    expect((await reset(second)).status).toBe(204);
    expect(await reset(derive("mail", "invite", invite))).toMatchObject(DEAD);
    expect(
      await site.sql`select 1 from one_time_tokens
        where user_id = ${anna.creator.user_id} and used_at is null and purpose <> 'verify'`,
    ).toEqual([]);
  });

  test("works once out of many that are requested at the same time", async () => {
    const attempts = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? site : other).call("POST", "/api/auth/forgot-password", { email: anna.email }),
    );
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(204);
    await Promise.all([site.sentMails(), other.sentMails()]);
    const open = await site.sql`select 1 from one_time_tokens
      where user_id = ${anna.creator.user_id} and purpose = 'reset' and used_at is null`;
    expect(open).toHaveLength(1);
  });

  test("sets one password without a deadlock if a reset link and an invitation are used at once", async () => {
    const derive = createTokenDeriver("a secret that only tests know, long enough");
    for (let round = 0; round < 3; round++) {
      const user = await site.signUp();
      const resetToken = await askForReset(site, user.email);
      const invite = await inTransaction(site.db, (tx) =>
        issueToken(tx, { userId: user.creator.user_id, purpose: "invite", derive }),
      );
      const responses = await Promise.all([
        reset(resetToken, "by the reset link"),
        reset(derive("mail", "invite", invite), "by the invitation", other),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    }
  });

  test("reveals nothing about an account for a missing, invalid or other link", async () => {
    for (const token of [undefined, null, "", 7]) {
      expect(await reset(token)).toMatchObject(fieldRejection("token", "Reset token missing"));
    }
    const verification = (await mailedLink(site, anna.email, "verify-email")).token;
    for (const token of ["nonsense", "x".repeat(512), verification, anna.session]) {
      expect(await reset(token)).toMatchObject(DEAD);
    }
    expect((await login(anna, anna.password)).status).toBe(200);
  });
});

test("shows the account's email for a working link, without using it up", async () => {
  const nameOf = (token: string) => site.call("POST", "/api/auth/reset-password/account", { token });
  const token = await askForReset(site, anna.email);
  for (let times = 0; times < 2; times += 1)
    expect(await nameOf(token)).toMatchObject({ status: 200, body: { email: anna.email } });
  expect((await reset(token)).status).toBe(204);
  expect(await nameOf(token)).toMatchObject(DEAD);
  expect(await nameOf("guessed")).toMatchObject(DEAD);
});

test("redirects the well-known URL for changing a password to the security settings", async () => {
  const response = await site.call("GET", "/.well-known/change-password");
  expect([response.status, response.headers.location]).toEqual([302, "/dashboard/settings/security"]);
});
