import { expect, test } from "vitest";
import { MAX_FORMER_HANDLES } from "../../../contract/rules/limits.ts";
import type { TestUser } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

const rename = (user: TestUser, handle: string) =>
  user.call("POST", "/api/creators/me", { handle, displayName: "Anna" });
const open = (path: string) => site.call("GET", path, undefined, { accept: "text/html" });

test("reserves the former handle of a renamed creator and redirects it to the new one", async () => {
  const [anna, berta] = [await site.signUp({ handle: "old-anna" }), await site.signUp()];
  expect((await open("/@old-anna")).status).toBe(200);
  expect((await rename(anna, "new-anna")).status).toBe(200);

  const moved = await open("/@OLD-anna?tile=5");
  expect([moved.status, moved.headers.location]).toEqual([302, "/@new-anna?tile=5"]);
  expect(moved.headers["cache-control"]).toBe("no-store");
  expect((await site.call("GET", "/api/public/creator/old-anna")).status).toBe(404);

  const rejected = await rename(berta, "old-anna");
  expect([rejected.status, Object.keys(rejected.body.details.fieldErrors)]).toEqual([409, ["handle"]]);
  const stranger = { email: "c@example.org", password: "a long passphrase", handle: "old-anna" };
  expect((await site.call("POST", "/api/auth/register", { ...stranger, displayName: "C" })).status).toBe(409);

  await rename(anna, "newer-anna");
  expect((await open("/@old-anna")).headers.location).toBe("/@newer-anna");
});

test("lets the renamed creator take the handle back", async () => {
  const anna = await site.signUp({ handle: "first-name" });
  await rename(anna, "second-name");
  expect((await rename(anna, "first-name")).status).toBe(200);
  expect((await open("/@first-name")).status).toBe(200);
  expect((await open("/@second-name")).headers.location).toBe("/@first-name");
});

test("releases the handle after thirty days", async () => {
  const [anna, berta] = [await site.signUp({ handle: "once-anna" }), await site.signUp()];
  await rename(anna, "now-anna");
  await site.query("update resting_handles set until = now() where handle = 'once-anna'");
  expect((await open("/@once-anna")).status).toBe(404);
  expect((await rename(berta, "once-anna")).status).toBe(200);
});

test("reserves nothing for an unchanged handle, and releases the oldest after many renames", async () => {
  const anna = await site.signUp({ handle: "name-0" });
  await rename(anna, "name-0");
  const reserved = () =>
    site.sql`select handle from resting_handles where creator_id = ${anna.creator.id} order by until`;
  expect(await reserved()).toEqual([]);
  for (let next = 1; next <= MAX_FORMER_HANDLES + 2; next++) await rename(anna, `name-${next}`);
  const handles = (await reserved()).map((row) => row.handle);
  expect(handles).toHaveLength(MAX_FORMER_HANDLES);
  expect(handles[0]).toBe("name-2");
});

test("refuses a handle during its creator's rename", async () => {
  const anna = await site.signUp({ handle: "racing-anna" });
  const others = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
  const results = await Promise.all([
    rename(anna, "raced-anna"),
    ...others.map((other) => rename(other, "racing-anna")),
  ]);
  expect(results.map((result) => result.status)).toEqual([200, 409, 409, 409]);
});

test("reserves a deleted creator's former handles without a redirect", async () => {
  const anna = await site.signUp({ handle: "gone-soon" });
  await rename(anna, "gone-now");
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  expect((await open("/@gone-soon")).status).toBe(404);
  const berta = await site.signUp();
  expect((await rename(berta, "gone-soon")).status).toBe(409);
});
