import { expect, test } from "vitest";
import type { Message } from "../../../../contract/texts.ts";
import type { BackupFolder } from "../../../platform/backup-folder.ts";
import type { BackupProblemKind } from "../../../platform/database/last-backup.ts";
import type { QueueState } from "../../../platform/jobs/port.ts";
import { type Found, inWords } from "../check.ts";
import type { Nightly } from "./backup.ts";
import * as backups from "./backup.ts";
import * as jobs from "./jobs.ts";
import * as memory from "./memory.ts";
import * as payments from "./payments.ts";
import * as workers from "./workers.ts";

/** Returns a function that assesses and finds in English words. */
const worded =
  <Given extends unknown[]>(assess: (...given: Given) => Found) =>
  (...given: Given) =>
    inWords(assess(...given));
const assessBackup = worded(backups.assessBackup);
const assessQueues = worded(jobs.assessQueues);
const assessMemory = worded(memory.assessMemory);
const assessSandbox = worded(payments.assessSandbox);
const assessWorkers = worded(workers.assessWorkers);

const now = new Date("2026-11-25T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const backup = { single: true, file: null, bytes: 2_300_000, rows: 120, files: 3, verifiedAt: null };

test("reports a fault for a last backup of nine days ago, and warns without any backup", () => {
  expect(assessBackup(undefined, now)).toMatchObject({ verdict: "warning" });
  expect(assessBackup({ ...backup, finishedAt: daysAgo(0.5) }, now)).toMatchObject({
    verdict: "ok",
    seen: "the last one is less than a day old (120 rows, 3 uploads, 3 MB); no test restore yet (--verify)",
  });
  expect(assessBackup({ ...backup, finishedAt: daysAgo(9) }, now)).toMatchObject({
    verdict: "fault",
    seen: expect.stringMatching(/^the last one is 9 days old /),
  });
});

test("warns if the last test of a backup was nine days ago", () => {
  const finishedAt = daysAgo(0.5);
  expect(assessBackup({ ...backup, finishedAt, verifiedAt: daysAgo(1.5) }, now)).toMatchObject({
    verdict: "ok",
    seen: expect.stringContaining("the last test restore was 1 day ago"),
  });
  expect(assessBackup({ ...backup, finishedAt, verifiedAt: daysAgo(9) }, now)).toMatchObject({
    verdict: "warning",
  });
});

test("reports a fault for a failed backup, changed files and two missed nights", () => {
  const problem = {
    single: true,
    foundAt: daysAgo(0.4),
    problem: "the bytes of 1 uploads are missing",
    kind: "files" as const,
  };
  for (const last of [undefined, { ...backup, finishedAt: daysAgo(1.4) }]) {
    expect(assessBackup(last, now, { problem })).toMatchObject({
      verdict: "fault",
      seen: expect.stringMatching(
        /^the last one failed less than a day ago: the bytes of 1 uploads are missing/,
      ),
    });
  }
  const missed = { ...backup, finishedAt: daysAgo(2.5) };
  expect(assessBackup(missed, now, { nightly: nightly() })).toMatchObject({ verdict: "fault" });
  expect(assessBackup(missed, now)).toMatchObject({ verdict: "ok" });
});

const folder = (state: Partial<Extract<BackupFolder, { problem: null }>> = {}): BackupFolder => ({
  ...{ problem: null, archives: new Map(), freeBytes: 9e9, isOnDataDisk: false },
  ...state,
});
const nightly = (state: Partial<Nightly> = {}): Nightly => ({
  ...{ folder: folder(), path: "/backups", installedAt: daysAgo(60), isRunning: false },
  ...state,
});

test("reports a fault if two nights made no backup, unless the first backup is running", () => {
  expect(assessBackup(undefined, now, { nightly: nightly() })).toMatchObject({
    verdict: "fault",
    advice: expect.stringMatching(/^A running Tessera makes a backup every night/),
  });
  for (const state of [{ isRunning: true }, { installedAt: daysAgo(1.5) }])
    expect(assessBackup(undefined, now, { nightly: nightly(state) })).toMatchObject({ verdict: "warning" });
});

test("reports a fault if the backup folder is missing, was emptied or has a truncated archive", () => {
  const file = "/backups/tessera-2026-11-25-021500.tar";
  const made = { ...backup, file, finishedAt: daysAgo(0.4) };
  const assess = (found: BackupFolder, last = made) =>
    assessBackup(last, now, { nightly: nightly({ folder: found }) });
  const whole = new Map([[file, 2_300_000]]);
  expect(assess(folder({ archives: whole }))).toMatchObject({ verdict: "ok" });
  expect(assess({ problem: "there is no folder /backups" as Message })).toMatchObject({
    verdict: "fault",
    advice: expect.stringContaining("mounted"),
  });
  expect(assess(folder())).toMatchObject({ verdict: "fault", seen: expect.stringContaining("any more") });
  expect(assess(folder({ archives: new Map([[file, 7]]) }))).toMatchObject({
    verdict: "fault",
    seen: expect.stringContaining("has 7 bytes instead of the 2300000 that were written"),
  });
  const elsewhere = { ...made, file: "/home/anna/by-hand.tar" };
  expect(assess(folder({ archives: whole }), elsewhere)).toMatchObject({ verdict: "ok" });
  expect(assess(folder(), elsewhere)).toMatchObject({ verdict: "fault" });
  for (const state of [{ freeBytes: 1000 }, { isOnDataDisk: true }])
    expect(assess(folder({ archives: whole, ...state }))).toMatchObject({ verdict: "warning" });
});

test("advises on the reason why a backup failed", () => {
  const adviceOn = (kind: BackupProblemKind) =>
    assessBackup(undefined, now, { problem: { single: true, foundAt: now, problem: "it failed", kind } })
      .advice;
  expect(adviceOn("files")).toMatch(/^Some files are missing/);
  expect(adviceOn("room")).toMatch(/^Free some space/);
  expect(adviceOn("database")).toMatch(/^Look at the database/);
  for (const kind of ["room", "folder", "database", "other"] as const)
    expect(adviceOn(kind)).not.toContain("buyers");
});

test("names the provider that takes money without a Stripe key, and the users who get the Creator plan", () => {
  const mollie = [{ provider: "mollie" }] as const;
  expect(assessSandbox({ isSold: true, others: [] })).toMatchObject({
    verdict: "warning",
    seen: "the built-in sandbox: no money moves, and anyone can take the Creator plan for free",
  });
  expect(assessSandbox({ isSold: true, others: mollie })).toMatchObject({
    verdict: "warning",
    seen: "the built-in sandbox, and Mollie in test mode: no money moves, and anyone can take the Creator plan for free",
  });
  expect(assessSandbox({ isSold: false, others: mollie })).toMatchObject({
    verdict: "ok",
    seen: "Mollie takes money; without STRIPE_SECRET_KEY nobody can buy the Creator plan, administrators give it",
  });
});

const queue = (name: string, state: Partial<QueueState> = {}): QueueState => ({
  ...{ name, waiting: 0, running: 0, dead: 0, oldestSeconds: 0 },
  ...state,
});

test("warns of a rejected email, and reports a fault for any other permanently failed job", () => {
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

test("reports a fault for a job overdue by an hour, in every queue", () => {
  const late = queue("mail.deliver", { waiting: 1, oldestSeconds: 4000 });
  expect(assessQueues([queue("orders.refund"), late])).toMatchObject({
    verdict: "fault",
    seen: "1 waiting, 0 running, 0 failed; the oldest of mail.deliver is overdue by 66 min",
  });
  expect(assessQueues([queue("mail.deliver", { waiting: 1, oldestSeconds: 3000 })])).toMatchObject({
    verdict: "ok",
  });
});

test("warns of little memory, and reports a fault for almost none", () => {
  const MB = 1024 * 1024;
  const assess = (availableMb: number, totalMb: number) =>
    assessMemory({ available: availableMb * MB, total: totalMb * MB });
  expect(assess(900, 4096)).toMatchObject({ verdict: "ok", seen: "900 MB of 4096 MB are available" });
  expect(assess(200, 4096)).toMatchObject({ verdict: "warning" });
  expect(assess(1000, 32_768), "3 % of a large machine").toMatchObject({ verdict: "warning" });
  expect(assess(200, 512), "a small container").toMatchObject({ verdict: "ok" });
  expect(assess(40, 512)).toMatchObject({ verdict: "fault" });
});

test("reports a fault for workers that keep ending", () => {
  expect(assessWorkers(0)).toMatchObject({ verdict: "ok" });
  expect(assessWorkers(1)).toMatchObject({ verdict: "warning" });
  expect(assessWorkers(3)).toMatchObject({
    verdict: "fault",
    seen: "3 ended unexpectedly within the last hour, and were replaced",
  });
});
