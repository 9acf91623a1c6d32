import { describe, expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import { mailedLink, mailsTo, rejection, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const follow = async (path: string, cookie?: string) => {
  const response = await site.call("GET", path, undefined, cookie ? { cookie } : {});
  expect(response.status).toBe(302);
  expect(response.headers["set-cookie"] ?? "").not.toContain("session");
  return response.headers.location;
};
const verifyLink = (user: TestUser) => mailedLink(site, user.email, "verify-email");
const isVerified = async ({ creator }: TestUser) =>
  (await site.sql`select 1 from users where id = ${creator.user_id} and email_verified_at is not null`)
    .length > 0;
const resend = (user: TestUser, app: TestApp = site) =>
  app.call("POST", "/api/auth/verify/resend", undefined, { cookie: user.cookie });

const SUCCESS = "/auth/verify?status=success";
const EXPIRED = "/auth/verify?status=expired";
const INVALID = "/auth/verify?status=invalid";

test("sends one email at registration, whose link verifies the email", async () => {
  const mails = await mailsTo(site, anna.email);
  expect(mails).toHaveLength(1);
  expect(JSON.parse(mails[0]?.html ?? "")).toEqual({
    mail: "verify-email",
    language: "en",
    handle: anna.handle,
    validHours: 48,
    links: { main: expect.stringMatching(/^http:\/\/localhost:3000\/api\/auth\/verify\?token=[\w-]{43}$/) },
  });
  expect(await isVerified(anna)).toBe(false);
  const before = Date.now();
  expect(await follow((await verifyLink(anna)).path, anna.cookie)).toBe(SUCCESS);
  const { creator } = (await anna.call("GET", "/api/creators/me")).body;
  expect(Math.abs(Date.parse(creator.email_verified_at) - before)).toBeLessThan(60_000);
});

test("reports success for a link that is opened twice, or by an email scanner first", async () => {
  const { path } = await verifyLink(anna);
  const responses = await concurrently(8, () => follow(path));
  expect(new Set(responses)).toEqual(new Set([SUCCESS]));
  const verifiedAt = "select email_verified_at from users where id = $1";
  const [first] = await site.query(verifiedAt, [anna.creator.user_id]);
  expect(await follow(path)).toBe(SUCCESS);
  expect(await site.query(verifiedAt, [anna.creator.user_id])).toEqual([first]);
});

test("accepts a link for 48 hours by the database's clock", async () => {
  const age = (user: TestUser, hours: number) =>
    site.sql`update one_time_tokens set expires_at = expires_at - make_interval(mins => ${hours * 60})
      where user_id = ${user.creator.user_id}`;
  const [early, late] = [await site.signUp(), await site.signUp()];
  await age(early, 47.9);
  expect(await follow((await verifyLink(early)).path)).toBe(SUCCESS);
  await age(late, 48.1);
  expect(await follow((await verifyLink(late)).path)).toBe(EXPIRED);
  expect(await isVerified(late)).toBe(false);
});

test("reports an invalid link as invalid", async () => {
  const { token } = await verifyLink(anna);
  const odd = [
    "",
    "?token=",
    "?token=nonsense",
    `?token=${token.slice(0, -1)}`,
    `?token=${token}x`,
    `?token=${"x".repeat(5000)}`,
    `?token=${token}&token=${token}`,
    "?token[]=x",
    "?token=%00",
    "?token=%ED%A0%80",
    `?other=${token}`,
  ];
  for (const query of odd) expect(await follow(`/api/auth/verify${query}`), query).toBe(INVALID);
  expect(await isVerified(anna)).toBe(false);
});

test("verifies only the link's own account in another user's browser", async () => {
  const [anna, berta] = [await site.signUp(), await site.signUp()];
  expect(await follow((await verifyLink(anna)).path, berta.cookie)).toBe(SUCCESS);
  expect(await isVerified(anna)).toBe(true);
  expect(await isVerified(berta)).toBe(false);
  expect((await berta.call("GET", "/api/creators/me")).body.creator.handle).toBe(berta.handle);
});

test("rejects a link of a deleted account", async () => {
  const { path } = await verifyLink(anna);
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  expect(await follow(path)).toBe(INVALID);
});

describe("a repeated verification email", () => {
  test("has a new link and revokes the one before it", async () => {
    const first = await verifyLink(anna);
    expect(await resend(anna)).toMatchObject({ status: 204, text: "" });
    const second = await verifyLink(anna);
    expect(await mailsTo(site, anna.email)).toHaveLength(2);
    expect(await follow(first.path)).toBe(INVALID);
    expect(await isVerified(anna)).toBe(false);
    expect(await follow(second.path)).toBe(SUCCESS);
    expect(await follow(first.path)).toBe(SUCCESS);
  });

  test("is not sent to a verified user", async () => {
    await follow((await verifyLink(anna)).path, anna.cookie);
    for (let count = 0; count < 5; count++) expect((await resend(anna)).status).toBe(204);
    expect(await mailsTo(site, anna.email)).toHaveLength(1);
  });

  test("requires a session", async () => {
    expect(await site.call("POST", "/api/auth/verify/resend")).toMatchObject(
      rejection(401, "accounts.signed_out", "Please sign in."),
    );
  });

  test("is sent to a user without a page", async () => {
    await site.sql`delete from creators where id = ${anna.creator.id}`;
    expect((await resend(anna)).status).toBe(204);
    const [, mail] = await mailsTo(site, anna.email);
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ mail: "verify-email", language: "en", handle: "" });
    expect(await follow((await verifyLink(anna)).path)).toBe(SUCCESS);
  });

  test("does not deadlock with the use of the earlier link", async () => {
    const users = await concurrently(4, () => site.signUp());
    for (const user of users) {
      const { path } = await verifyLink(user);
      const rounds = Array.from({ length: 3 }, () => [follow(path, user.cookie), resend(user)]).flat();
      const responses = await Promise.all(rounds);
      for (const response of responses) {
        if (typeof response === "object") expect(response.status).toBe(204);
        else expect([SUCCESS, INVALID]).toContain(response);
      }
      expect(await follow((await verifyLink(user)).path)).toBe(SUCCESS);
    }
  });

  test("is sent three times an hour, over all nodes", async () => {
    const options = { databaseUrl: site.databaseUrl, limits: "database" } as const;
    const nodes = [await openSite(options), await openSite(options)] as const;
    const [anna, berta] = [await site.signUp(), await site.signUp()];
    await site.sentMails();
    for (const node of [nodes[0], nodes[1], nodes[0]]) {
      expect((await resend(anna, node)).status).toBe(204);
      // Send it now, because an email whose link was replaced is dropped.
      await node.sentMails();
    }
    for (const node of nodes) {
      const rejected = await resend(anna, node);
      expect(rejected).toMatchObject(rejection(429, "too_often"));
      expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(3500);
      expect(Number(rejected.headers["retry-after"])).toBeLessThanOrEqual(3600);
    }
    expect((await resend(berta, nodes[1])).status).toBe(204);
    const mails = await Promise.all([site, ...nodes].map((node) => mailsTo(node, anna.email)));
    expect(mails.flat()).toHaveLength(4);
  });
});

test("leaves a link unused on a HEAD request", async () => {
  await site.call("HEAD", (await verifyLink(anna)).path);
  expect((await anna.call("GET", "/api/creators/me")).body.creator.email_verified_at).toBeNull();
});
