import { afterAll, beforeAll, expect, test } from "vitest";
import { MAINTENANCE_JOB } from "./register-jobs.ts";
import { createTestApp, type TestApp } from "./testing/harness.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test("a maintenance task that fails is logged and retried, and the others run", async () => {
  await site.runNow(MAINTENANCE_JOB);
  await site.query("alter table sessions rename to moved");
  await site.query("insert into rate_limits (key, points, expire) values ('old', 1, 1)");
  await expect(site.runNow(MAINTENANCE_JOB)).rejects.toThrow("failed: delete-expired-sessions");
  expect(await site.query("select 1 from rate_limits")).toEqual([]);
  await site.query("insert into rate_limits (key, points, expire) values ('old', 1, 1)");
  // At the start a failure must not keep the server from serving.
  await site.runMaintenance();
  expect(await site.query("select 1 from rate_limits")).toEqual([]);
  const failures = site.logLines.map((line) => JSON.parse(line)).filter(({ task }) => task !== undefined);
  expect(failures.map(({ task, level }) => [task, level])).toEqual([
    ["delete-expired-sessions", 40],
    ["delete-expired-sessions", 40],
  ]);
});
