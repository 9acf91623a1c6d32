import { expect, test } from "vitest";
import type { HandleCheck } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite();

type Call = typeof site.call;
const check = async (wanted: string, call: Call = site.call): Promise<HandleCheck> => {
  const { status, body } = await call("GET", `/api/handles?wanted=${encodeURIComponent(wanted)}`);
  expect(status).toBe(200);
  return body;
};

test.for([
  { wanted: "free-handle", available: true, suggestion: "free-handle" },
  { wanted: " Free-Handle ", available: true, suggestion: "free-handle" },
  { wanted: "Zoë Ångström", available: false, suggestion: "zoe-angstrom" },
  { wanted: "admin", available: false, suggestion: "admin-2" },
  { wanted: "ab", available: false, suggestion: null },
  { wanted: "李雷", available: false, suggestion: null },
  { wanted: "'; drop table creators; --", available: false, suggestion: "drop-table-creators" },
])("checks the handle $wanted", async ({ wanted, available, suggestion }) => {
  expect(await check(wanted)).toEqual({ available, suggestion });
});

test("reports another page's handle as taken in any letter case, and suggests the next free one", async () => {
  await site.signUp({ handle: "wanted-name" });
  await site.signUp({ handle: "wanted-name-2" });
  expect(await check("Wanted-Name")).toEqual({ available: false, suggestion: "wanted-name-3" });
  expect(await check("Wanted Name")).toEqual({ available: false, suggestion: "wanted-name-3" });
});

test("reports a renamed page's former handle as free only to its creator", async () => {
  const [anna, berta] = [await site.signUp({ handle: "name-before" }), await site.signUp()];
  await anna.call("POST", "/api/creators/me", { handle: "name-after", displayName: "Anna" });
  expect(await check("name-before")).toEqual({ available: false, suggestion: "name-before-2" });
  expect((await check("name-before", berta.call)).available).toBe(false);
  expect(await check("name-before", anna.call)).toEqual({ available: true, suggestion: "name-before" });
  expect((await check("name-after", anna.call)).available).toBe(true);
});

test("rejects a text longer than a name before deriving a handle", async () => {
  const { status } = await site.call(
    "GET",
    `/api/handles?wanted=${"a".repeat(limits.displayName.max + 100)}`,
  );
  expect(status).toBe(400);
  expect((await site.call("GET", "/api/handles")).status).toBe(400);
});

test("limits the number of handles that one client can check", async () => {
  const limited = await openSite({ databaseUrl: site.databaseUrl, limits: "database" });
  const ask = (number: number) => limited.call("GET", `/api/handles?wanted=name-${number}`);
  expect((await ask(0)).status).toBe(200);
  // Uses up most of this minute's limit.
  const [counted] =
    await site.sql`update rate_limits set points = 110 where key like 'GET /api/handles%' returning 1`;
  expect(counted).toBeDefined();
  const statuses = (await concurrently(20, (number) => ask(number))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
