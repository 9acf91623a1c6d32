import { beforeEach, describe, expect, test } from "vitest";
import type { Route } from "../../../../contract/api/route.ts";
import { routes } from "../../../../contract/api/routes.ts";
import { ageProof, signInAgain } from "../../../testing/factories.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite({ limits: "database", trustProxy: ["127.0.0.1"] });
const other = testSite(() => ({ databaseUrl: site.databaseUrl, limits: "database" }));
const anna = testUser(site, { admin: true, verified: true });
beforeEach(() => site.query("delete from rate_limits"));

const recentRoutes = Object.values(routes)
  .flatMap((group): Route[] => Object.values(group))
  .filter(({ recent }) => recent);
const REFUSED = { status: 403, body: { code: "account.confirm" } };
const confirm = (password: string) => anna.call("POST", "/api/account/confirm", { password });
const history = () =>
  site.sql`select method, outcome from sign_ins where user_id = ${anna.creator.user_id} order by id`;

describe("ten minutes after the last authentication", () => {
  test.for(recentRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s requires a confirmation before it reads its input",
    async ([, route]) => {
      await ageProof(site, anna);
      const path = route.path.replace(/:\w+/g, "1");
      expect(await anna.call(route.method, path, route.method === "GET" ? undefined : {})).toMatchObject(
        REFUSED,
      );
    },
  );

  test("a confirmation admits only this session, on every node", async () => {
    await ageProof(site, anna);
    const phone = await signInAgain(site, anna);
    await ageProof(site, anna);
    expect((await confirm(anna.password)).status).toBe(204);
    const request = ["DELETE", "/api/admin/users/00000000-0000-4000-8000-000000000000"] as const;
    expect((await anna.call(...request)).status).toBe(404);
    expect((await other.call(...request, undefined, { cookie: anna.cookie })).status).toBe(404);
    expect(await phone.call(...request)).toMatchObject(REFUSED);
  });

  test("a session without a confirmation stays signed in, and must be confirmed", async () => {
    await site.sql`update sessions set confirmed_at = null where user_id = ${anna.creator.user_id}`;
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
    expect(await anna.call("DELETE", "/api/admin/users/1")).toMatchObject(REFUSED);
  });
});

test("rejects a wrong password, keeps the session, and records it in the history", async () => {
  await ageProof(site, anna);
  expect(await confirm("not the password")).toMatchObject({
    status: 400,
    body: {
      code: "accounts.wrong_password",
      details: { fieldErrors: { password: ["This is not your password."] } },
    },
  });
  expect(await anna.call("DELETE", "/api/admin/users/1")).toMatchObject(REFUSED);
  expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
  expect((await history()).at(-1)).toEqual({ method: "password", outcome: "confirmation_failed" });
});

test("counts failed confirmations and logins of one network together, and does not lock out the owner elsewhere", async () => {
  for (let count = 0; count < 5; count++) expect((await confirm(`wrong ${count}`)).status).toBe(400);
  for (let count = 0; count < 5; count++) {
    const input = { email: anna.email, password: `wrong ${count}` };
    expect((await site.call("POST", "/api/auth/login", input)).status).toBe(401);
  }
  // Resets the routes' own limits per client, which are lower than the account's.
  await site.sql`delete from rate_limits where key like '%api%'`;
  expect((await confirm(anna.password)).status).toBe(429);
  const elsewhere = { "x-forwarded-for": "198.51.100.7" };
  const body = { password: anna.password };
  expect((await anna.call("POST", "/api/account/confirm", body, elsewhere)).status).toBe(204);
});

test("confirms only with a session and its own account's password", async () => {
  const password = { password: anna.password };
  expect((await site.call("POST", "/api/account/confirm", password)).status).toBe(401);
  expect((await site.call("GET", "/api/account/confirm")).status).toBe(401);
  const bela = await site.signUp({ password: "another long password" });
  expect((await bela.call("POST", "/api/account/confirm", password)).status).toBe(400);
  expect((await bela.call("POST", "/api/account/confirm", {})).status).toBe(400);
  expect((await bela.call("POST", "/api/account/confirm", { password: "x".repeat(300) })).status).toBe(400);
});

test("offers the password as the way to confirm", async () => {
  expect((await anna.call("GET", "/api/account/confirm")).body).toEqual({
    ways: ["password"],
    confirmed: true,
  });
});
