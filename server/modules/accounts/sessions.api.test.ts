import { expect, test } from "vitest";
import { rejection } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { deleteExpiredSessions } from "./repository.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const hashOf = (token: string) => site.tokens.hash(token);
const statusWith = async (session: string) =>
  (await site.call("GET", "/api/creators/me", undefined, { cookie: `tessera_session=${session}` })).status;
const age = (session: string, column: "created_at" | "last_seen_at", days: number) =>
  site.query(`update sessions set ${column} = now() - make_interval(secs => $2) where token_hash = $1`, [
    hashOf(session),
    days * 24 * 60 * 60,
  ]);

test("ends the session on the server and clears the cookie on sign-out", async () => {
  const response = await anna.call("POST", "/api/auth/logout");
  expect(response).toMatchObject({ status: 204, text: "" });
  expect(response.cookies).toMatchObject([{ name: "tessera_session", value: "", path: "/", httpOnly: true }]);
  expect(response.cookies[0]?.expires?.getTime()).toBe(0);
  const replayed = await anna.call("GET", "/api/creators/me");
  expect(replayed).toMatchObject(rejection(401, "accounts.signed_out", "Please sign in."));
  expect(await site.sql`select 1 from sessions where user_id = ${anna.creator.user_id}`).toEqual([]);
});

test("signs out without a valid session", async () => {
  expect((await site.call("POST", "/api/auth/logout")).status).toBe(204);
  const headers = { cookie: "tessera_session=nonsense" };
  expect((await site.call("POST", "/api/auth/logout", undefined, headers)).status).toBe(204);
});

test("does not sign out by a link", async () => {
  expect((await anna.call("GET", "/api/auth/logout")).status).toBe(404);
  expect(await statusWith(anna.session)).toBe(200);
});

test("keeps a user's other browsers signed in on sign-out", async () => {
  const other = await site.call("POST", "/api/auth/login", anna);
  await anna.call("POST", "/api/auth/logout");
  expect(await statusWith(String(other.cookies[0]?.value))).toBe(200);
});

test("replaces the browser's session at a login", async () => {
  const mallory = await site.signUp();
  for (const planted of [mallory.session, "chosen-by-somebody-else"]) {
    const response = await site.call("POST", "/api/auth/login", anna, {
      cookie: `tessera_session=${planted}`,
    });
    expect(response.status).toBe(200);
    expect(response.cookies[0]?.value).not.toBe(planted);
    expect(await statusWith(planted)).toBe(401);
  }
});

test("ends a session after 30 days without use, and deletes its row", async () => {
  await age(anna.session, "last_seen_at", 29.9);
  expect(await statusWith(anna.session)).toBe(200);
  await age(anna.session, "last_seen_at", 30.01);
  expect(await statusWith(anna.session)).toBe(401);
  expect(await site.sql`select 1 from sessions where token_hash = ${hashOf(anna.session)}`).toEqual([]);
});

test("extends a session with use, to at most 90 days", async () => {
  await age(anna.session, "last_seen_at", 29);
  await age(anna.session, "created_at", 89.9);
  expect(await statusWith(anna.session)).toBe(200);
  const [row] = await site.sql`select last_seen_at > now() - interval '1 minute' as fresh from sessions
    where token_hash = ${hashOf(anna.session)}`;
  expect(row.fresh).toBe(true);
  await age(anna.session, "created_at", 90.01);
  expect(await statusWith(anna.session)).toBe(401);
});

test("deletes expired sessions", async () => {
  const [idle, old, live] = [await site.signUp(), await site.signUp(), await site.signUp()];
  await age(idle.session, "last_seen_at", 31);
  await age(old.session, "created_at", 91);
  await deleteExpiredSessions(site.db);
  const rows = await site.sql`select user_id from sessions
    where user_id = any(${[idle, old, live].map((user) => user.creator.user_id)})`;
  expect(rows).toEqual([{ user_id: live.creator.user_id }]);
});

test("signs a deleted user out at once on every node", async () => {
  const other = await openSite({ databaseUrl: site.databaseUrl });
  const cookie = anna.cookie;
  expect((await other.call("GET", "/api/creators/me", undefined, { cookie })).status).toBe(200);
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  expect(await statusWith(anna.session)).toBe(401);
  expect((await other.call("GET", "/api/creators/me", undefined, { cookie })).status).toBe(401);
});

test("rejects a session of another installation", async () => {
  const other = await openSite();
  expect((await other.call("GET", "/api/creators/me", undefined, { cookie: anna.cookie })).status).toBe(401);
});
