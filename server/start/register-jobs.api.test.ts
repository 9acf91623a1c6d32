import { expect, test } from "vitest";
import { testSite } from "../testing/test-site.ts";
import { MAINTENANCE_JOB, registerJobs } from "./register-jobs.ts";

const site = testSite();

test("waits only for tasks that requests depend on, and queues the others once for all processes", async () => {
  await site.query("insert into visitor_salts (day, salt) values (current_date - 9, 'x')");
  await site.query("alter table rate_limits rename to moved_limits");
  await Promise.all([site.prepare(), site.prepare()]);
  expect(await site.query("select 1 from visitor_salts where day < current_date - 2")).toEqual([]);
  await site.settled();
  const failures = site.logLines.map((line) => JSON.parse(line)).filter(({ task }) => task !== undefined);
  expect(failures.map(({ task }) => task)).toEqual(["delete-expired-rate-limits"]);
  await site.query("alter table moved_limits rename to rate_limits");
  site.logLines.length = 0;
});

test("logs and retries a maintenance task that fails, and runs the others", async () => {
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

test("fails the start if a second module has attachments", () => {
  const emailAttachments = { find: async () => undefined, remove: async () => {} };
  const modules = { orders: { emailAttachments }, audience: { emailAttachments } };
  expect(() => registerJobs({ settings: {} } as never, modules as never)).toThrow(
    "only one module may have attachments of emails",
  );
});
