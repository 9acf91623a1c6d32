import { execFile, execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { loadOrCreateSecret } from "../server/config/secret.ts";
import { advisoryLocks } from "../server/platform/database/advisory-locks.ts";
import { findPostmaster } from "../server/platform/database/bundled/postmaster.ts";
import { openDatabase } from "../server/platform/database/index.ts";
import { bareEnvironment, SOURCE_FLAGS } from "../server/testing/bare-environment.ts";
import { testInstallation } from "../server/testing/test-installation.ts";

const log = pino({ level: "silent" });
const installation = testInstallation();
beforeAll(async () => {
  await loadOrCreateSecret(installation.dataDir);
  const db = openDatabase({ url: installation.database.url, log, maxConnections: 1 });
  await db.$client.query("insert into users (email) values ('anna@example.org')");
  await db.$client.end();
});

/** Runs a command like npm for a user in the folder of the installation. */
function run(script: "backup" | "restore", args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((settle) => {
    execFile(
      process.execPath,
      [...SOURCE_FLAGS, `scripts/${script}.ts`, ...args],
      {
        env: { ...bareEnvironment(), INIT_CWD: installation.folder, DATA_DIR: installation.dataDir, ...env },
      },
      (error, out, err) => settle({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
    );
  });
}

test("backs up a running installation, and records a test restore by --verify, which leaves nothing", async () => {
  const running = await run("backup", ["running.tar"]);
  expect(running).toMatchObject({ code: 0, err: "" });
  expect(running.out).toMatch(
    /^Saving the database …\nSaving the files …\nSaved 1 rows and 0 uploads .*running\.tar/,
  );
  const db = openDatabase({ url: installation.database.url, log, maxConnections: 1 });
  const recorded = async () => (await db.$client.query("select * from last_backup")).rows[0];
  expect(await recorded()).toMatchObject({ row_count: 1, file_count: 0, verified_at: null });
  const verified = await run("backup", ["--verify", "verified.tar"]);
  expect(verified).toMatchObject({ code: 0, err: "" });
  expect(verified.out).toMatch(/^Restored in a test in [\d.]+ s: 2 rows and 0 uploads are complete\.$/m);
  const { verified_at, finished_at, bytes } = await recorded();
  expect(verified_at.getTime()).toBeGreaterThan(finished_at.getTime());
  expect(bytes).toBe((await stat(join(installation.folder, "verified.tar"))).size);
  expect(await readdir(installation.dataDir)).not.toContain("verify");
  await db.$client.end();
});

test("restores an earlier backup in a test without a trace, and fails for a damaged one", async () => {
  const checked = await run("backup", ["--check", "verified.tar"]);
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(checked.out).toMatch(/^Restored in a test in [\d.]+ s: 2 rows .*\nThe backup was made at 20/m);
  const file = join(installation.folder, "verified.tar");
  await truncate(file, 3000);
  expect(await run("backup", ["--check", "verified.tar"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("is damaged or was cut off"),
  });
  expect(await readdir(installation.dataDir)).not.toContain("verify");
  await rm(file);
});

test("rejects a concurrent test restore, without a backup and without a fault", async () => {
  const db = openDatabase({ url: installation.database.url, log, maxConnections: 1 });
  await db.$client.query("select pg_advisory_lock($1)", [advisoryLocks.backupVerification]);
  await mkdir(join(installation.dataDir, "verify"));
  expect(await run("backup", ["--verify", "second.tar"])).toMatchObject({
    code: 1,
    err: "Another backup is being restored in a test. Try again when that has ended.",
  });
  expect(await readdir(installation.dataDir)).toContain("verify");
  expect(await readdir(installation.folder)).not.toContain("second.tar");
  expect((await db.$client.query("select from backup_problem")).rowCount).toBe(0);
  await db.$client.end();
});

test("backs up a stopped installation, and restores it completely and only once elsewhere", async () => {
  expect(await run("restore", ["running.tar"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/is in use by process/),
  });
  await installation.database.stop();
  expect(await run("backup", ["resting.tar"])).toMatchObject({ code: 0, err: "" });
  expect(await findPostmaster(join(installation.dataDir, "postgres"))).toBeUndefined();

  const elsewhere = join(installation.folder, "elsewhere");
  const restored = await run("restore", ["resting.tar"], { DATA_DIR: elsewhere });
  expect(restored).toMatchObject({ code: 0, err: "" });
  // The rows are the user and the time of the first backup.
  expect(restored.out).toMatch(/Restored 2 rows and 0 uploads .*\nStart Tessera with: npm start/);
  expect(await findPostmaster(join(elsewhere, "postgres"))).toBeUndefined();
  const secret = join(elsewhere, "secret");
  expect(await readFile(secret, "utf8")).toBe(await readFile(join(installation.dataDir, "secret"), "utf8"));
  expect((await stat(secret)).mode & 0o777).toBe(0o600);

  await truncate(join(installation.folder, "running.tar"), 3000);
  expect(
    await run("restore", ["running.tar"], { DATA_DIR: join(installation.folder, "nowhere") }),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining("is damaged or was cut off"),
  });
  expect(await readdir(installation.folder)).not.toContain("nowhere");
  expect(await run("restore", ["resting.tar"], { DATA_DIR: elsewhere })).toMatchObject({
    code: 1,
    err: expect.stringContaining("is not empty: it holds an installation of Tessera"),
  });
});

test("keeps a lower priority of the process", () => {
  const code = `import { getPriority } from "node:os"; import { lowerPriority } from "./server/backup/priority.ts"; lowerPriority(); console.log(getPriority())`;
  const started = (...how: string[]) =>
    execFileSync("nice", [...how, process.execPath, "--input-type=module", "-e", code], {
      encoding: "utf8",
    }).trim();
  expect(started("-n", "19")).toBe("19");
  expect(Number(started("-n", "0"))).toBeGreaterThanOrEqual(10);
});

test("reports missing and invalid input", async () => {
  const noDatabase = { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", APP_SECRET: "x".repeat(32) };
  const cases: [script: "backup" | "restore", args: string[], env: Record<string, string>, said: RegExp][] = [
    ["backup", [], {}, /npm run backup -- FILE/],
    ["restore", [], {}, /npm run restore -- FILE/],
    ["backup", ["--help"], {}, /npm run backup -- FILE/],
    ["backup", ["data/secret/a.tar"], noDatabase, /^ENOTDIR: not a directory/],
    ["backup", ["a.tar"], { PORT: "none" }, /PORT must be a whole number/],
    ["backup", ["a.tar"], { DATA_DIR: "/nowhere" }, /^There is no installation in \/nowhere/],
    ["backup", ["a.tar"], noDatabase, /^The database cannot be used: .*ECONNREFUSED/],
  ];
  const responses = await Promise.all(cases.map(([script, args, env]) => run(script, args, env)));
  for (const [index, { code, err }] of responses.entries()) {
    expect(code).toBe(1);
    expect(err).toMatch(cases[index]?.[3] ?? "");
  }
  expect((await readdir(installation.folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});
