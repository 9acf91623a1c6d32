import { expect, test } from "vitest";
import type { QueueState } from "../../../platform/jobs/port.ts";
import { assessBackup } from "./backup.ts";
import { assessQueues } from "./jobs.ts";
import { assessMemory } from "./memory.ts";
import { assessWorkers } from "./workers.ts";

const now = new Date("2026-11-25T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const backup = { single: true, bytes: 2_300_000, rows: 120, files: 3, verifiedAt: null };

test("a last backup of nine days ago is a fault, an installation without any has a warning", () => {
  expect(assessBackup(undefined, now)).toMatchObject({ verdict: "warning" });
  expect(assessBackup({ ...backup, finishedAt: daysAgo(0.5) }, now)).toMatchObject({
    verdict: "ok",
    seen: "the last one is less than a day old (120 rows, 3 uploads, 3 MB); none was restored in a test (--verify)",
  });
  const old = { single: true, bytes: null, rows: null, files: null, verifiedAt: null };
  expect(assessBackup({ ...old, finishedAt: daysAgo(9) }, now)).toMatchObject({
    verdict: "fault",
    seen: expect.stringMatching(/^the last one is 9 days old; none/),
  });
});

test("a last restore in a test nine days ago is a warning", () => {
  const finishedAt = daysAgo(0.5);
  expect(assessBackup({ ...backup, finishedAt, verifiedAt: daysAgo(1.5) }, now)).toMatchObject({
    verdict: "ok",
    seen: expect.stringContaining("one was restored in a test 1 day ago"),
  });
  expect(assessBackup({ ...backup, finishedAt, verifiedAt: daysAgo(9) }, now)).toMatchObject({
    verdict: "warning",
  });
});

test("a backup that failed, or found changed files, is a fault at once; where one is made every night, two missed nights are", () => {
  const problem = {
    single: true,
    foundAt: daysAgo(0.4),
    problem: "of 1 uploads the store has lost the bytes",
  };
  for (const last of [undefined, { ...backup, finishedAt: daysAgo(1.4) }]) {
    expect(assessBackup(last, now, { problem })).toMatchObject({
      verdict: "fault",
      seen: expect.stringMatching(/^the last one failed less than a day ago: of 1 uploads/),
    });
  }
  const missed = { ...backup, finishedAt: daysAgo(2.5) };
  expect(assessBackup(missed, now, { isNightly: true })).toMatchObject({ verdict: "fault" });
  expect(assessBackup(missed, now)).toMatchObject({ verdict: "ok" });
});

const queue = (name: string, state: Partial<QueueState> = {}): QueueState => ({
  ...{ name, waiting: 0, running: 0, dead: 0, oldestSeconds: 0 },
  ...state,
});

test("a refused email is a warning, any other job that failed permanently a fault", () => {
  expect(assessQueues([queue("mail.deliver", { waiting: 2, running: 1 })])).toMatchObject({
    verdict: "ok",
    seen: "2 waiting, 1 running, 0 failed",
  });
  expect(assessQueues([queue("mail.deliver", { dead: 3 }), queue("orders.refund")])).toMatchObject({
    verdict: "warning",
  });
  expect(
    assessQueues([queue("mail.deliver", { dead: 3 }), queue("orders.refund", { dead: 1 })]),
  ).toMatchObject({
    verdict: "fault",
    seen: "0 waiting, 0 running, 4 failed, such as orders.refund",
  });
});

test("a job that is due for more than an hour is a fault in every queue", () => {
  const late = queue("mail.deliver", { waiting: 1, oldestSeconds: 4000 });
  expect(assessQueues([queue("orders.refund"), late])).toMatchObject({
    verdict: "fault",
    seen: "1 waiting, 0 running, 0 failed; the oldest of mail.deliver should have been done 66 min ago",
  });
  expect(assessQueues([queue("mail.deliver", { waiting: 1, oldestSeconds: 3000 })])).toMatchObject({
    verdict: "ok",
  });
});

test("little memory is a warning, next to none a fault", () => {
  const MB = 1024 * 1024;
  const assess = (availableMb: number, totalMb: number) =>
    assessMemory({ available: availableMb * MB, total: totalMb * MB });
  expect(assess(900, 4096)).toMatchObject({ verdict: "ok", seen: "900 MB of 4096 MB are available" });
  expect(assess(200, 4096)).toMatchObject({ verdict: "warning" });
  expect(assess(1000, 32_768), "3 % of a large machine").toMatchObject({ verdict: "warning" });
  expect(assess(200, 512), "a small container").toMatchObject({ verdict: "ok" });
  expect(assess(40, 512)).toMatchObject({ verdict: "fault" });
});

test("workers that end again and again are a fault", () => {
  expect(assessWorkers(0)).toMatchObject({ verdict: "ok" });
  expect(assessWorkers(1)).toMatchObject({ verdict: "warning" });
  expect(assessWorkers(3)).toMatchObject({
    verdict: "fault",
    seen: "3 ended unexpectedly within the last hour, and were replaced",
  });
});
