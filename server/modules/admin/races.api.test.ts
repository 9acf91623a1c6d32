import { expect, test } from "vitest";
import { concurrently, statusCounts } from "../../testing/concurrently.ts";
import { signUpAdmin, type TestUser } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const a = testSite();
const b = testSite(() => ({ databaseUrl: a.databaseUrl }));

const admins = async () => Number((await a.query("select count(*) from users where is_admin"))[0].count);
const onOther = (user: TestUser) => ({
  call: (method: "PATCH" | "DELETE", path: string, body?: unknown) =>
    b.call(method, path, body, { cookie: user.cookie }),
});
const path = (user: TestUser) => `/api/admin/users/${user.creator.user_id}`;

test.for([
  ["demote", "demote"],
  ["delete", "delete"],
  ["demote", "delete"],
] as const)("keeps one of two admins on two nodes who %s and %s each other", async ([first, second]) => {
  const act = (how: "demote" | "delete", by: Pick<TestUser, "call">, on: TestUser) =>
    how === "demote" ? by.call("PATCH", path(on), { isAdmin: false }) : by.call("DELETE", path(on));
  for (let round = 0; round < 10; round++) {
    await a.query("update users set is_admin = false");
    const [anna, berta] = [await signUpAdmin(a), await signUpAdmin(a)];
    const responses = await Promise.all([
      act(first, anna, berta),
      act(second, onOther(berta) as TestUser, anna),
    ]);
    const statuses = responses.map(({ status }) => status).sort();
    expect(await admins(), `round ${round}: ${statuses}`).toBe(1);
    expect(statuses[0]).toBeLessThan(300);
    expect([401, 403, 404, 409]).toContain(statuses[1]);
  }
});

const deadlocks = async () =>
  Number(
    (await a.query("select deadlocks from pg_stat_database where datname = current_database()"))[0].deadlocks,
  );

test("keeps one of thirty administrators who demote each other concurrently, without a deadlock", async () => {
  for (let round = 0; round < 3; round++) {
    await a.query("update users set is_admin = false");
    const adminUsers: TestUser[] = [];
    for (let count = 0; count < 6; count++) adminUsers.push(await signUpAdmin(a));
    await Promise.all(
      adminUsers.flatMap((by, index) =>
        adminUsers.map((on) => (index % 2 ? by : onOther(by)).call("PATCH", path(on), { isAdmin: false })),
      ),
    );
    expect(await admins()).toBe(1);
  }
  expect(await deadlocks()).toBe(0);
});

test("drops a deleted creator's page from the other node's cache", async () => {
  await a.query("update users set is_admin = false");
  const admin = await signUpAdmin(a);
  const berta = await a.signUp();
  const statusOnOther = async () => (await b.call("GET", `/@${berta.handle}`)).status;
  expect(await statusOnOther()).toBe(200);
  expect((await admin.call("DELETE", path(berta))).status).toBe(204);
  expect((await b.call("GET", "/api/creators/me", undefined, { cookie: berta.cookie })).status).toBe(401);
  await expect.poll(statusOnOther, { interval: 20 }).toBe(404);
});

test("creates one of twenty concurrent users with the same email", async () => {
  await a.query("update users set is_admin = false");
  const admin = await signUpAdmin(a);
  const given = (count: number) => ({ email: "one@example.org", displayName: "One", handle: `one-${count}` });
  const responses = await concurrently(20, (count) =>
    (count % 2 ? a : b).call("POST", "/api/admin/users", given(count), { cookie: admin.cookie }),
  );
  expect(statusCounts(responses)).toEqual({ 201: 1, 409: 19 });
});
