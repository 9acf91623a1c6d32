import { expect, test } from "vitest";
import { askForReset, signInAgain } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { openSite, testSite } from "../../../testing/test-site.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";
const site = testSite({ findCountry: () => "DE", trustProxy: ["127.0.0.1"] });
const anna = prepareEach(() => site.signUp());
const headers = { "user-agent": FIREFOX, "x-forwarded-for": "2001:db8:1:2::3" };
const origin = { device: "Firefox on Windows", country: "DE", network: "2001:db8:1::/48" };

const rowsOf = async (userId: string) => {
  await site.settled();
  return site.sql`select method, outcome, device, country, network from sign_ins where user_id = ${userId} order by id`;
};

test("records every way to start a session with method, device, country and network", async () => {
  const { user_id: userId } = anna.creator;
  await signInAgain(site, anna, headers);
  const token = await askForReset(site, anna.email);
  const password = "a new long password";
  await site.call("POST", "/api/auth/reset-password", { token, password }, headers);
  expect(await rowsOf(userId)).toMatchObject([
    { method: "registration", outcome: "succeeded" },
    { method: "password", outcome: "succeeded", ...origin },
    { method: "link", outcome: "succeeded", ...origin },
  ]);
  const [session] =
    await site.sql`select method, device, country, confirmed_at > now() - interval '1 minute' as fresh
    from sessions where user_id = ${userId}`;
  expect(session).toEqual({ method: "link", device: "Firefox on Windows", country: "DE", fresh: true });
});

test("records a failed login, and does the same work for an unknown email", async () => {
  for (const email of [anna.email, "nobody@example.org"]) {
    const response = await site.call("POST", "/api/auth/login", { email, password: "wrong" }, headers);
    expect(response.status).toBe(401);
  }
  expect((await rowsOf(anna.creator.user_id)).at(-1)).toEqual({
    method: "password",
    outcome: "failed",
    ...origin,
  });
});

test("limits the recorded failures of a flood from many networks", async () => {
  const node = await openSite({ limits: "database", trustProxy: ["127.0.0.1"] });
  const anna = await node.signUp();
  const fail = (address: string) =>
    node.call(
      "POST",
      "/api/auth/login",
      { email: anna.email, password: "wrong" },
      { "x-forwarded-for": address },
    );
  await fail("198.51.100.1");
  await node.settled();
  // Sets the counter near its maximum, because a hundred logins would take seconds of hashing.
  expect(
    await node.sql`update rate_limits set points = 98 where key like 'recorded failures%' returning 1`,
  ).toHaveLength(1);
  for (let count = 2; count < 6; count++) await fail(`198.51.100.${count}`);
  await node.settled();
  const [{ failures }] =
    await node.sql`select count(*)::int as failures from sign_ins where outcome = 'failed'`;
  expect(failures).toBe(3);
});

test("deletes an entry after 90 days", async () => {
  const { user_id: userId } = anna.creator;
  await site.sql`insert into sign_ins (user_id, at, method, outcome) values
    (${userId}, now() - interval '91 days', 'password', 'failed'),
    (${userId}, now() - interval '89 days', 'google', 'succeeded')`;
  await site.runMaintenance();
  expect((await rowsOf(userId)).map(({ method }) => method)).toEqual(["registration", "google"]);
});

test("deletes the history with the account", async () => {
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  expect(await rowsOf(anna.creator.user_id)).toEqual([]);
});
