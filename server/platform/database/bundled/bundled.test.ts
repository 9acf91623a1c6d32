import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { UNTIL_HANG } from "../../../testing/deadlines.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { startBundledDatabase } from "./index.ts";
import { memorySettings } from "./postmaster.ts";
import {
  ask,
  makeDataDir,
  olderPostgres,
  openInAnotherProcess,
  postmasterPid,
  quiet,
} from "./test-folders.ts";

const isRoot = process.getuid?.() === 0;
const onLinux = process.platform === "linux";
// An unprivileged user of every system. It has a name, which initdb requires.
const daemon = { uid: 1, gid: 1 };

const folder = prepareEach(makeDataDir);

test("creates a durable database that listens only on a private Unix socket", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  const settings = ["fsync", "synchronous_commit", "data_checksums", "server_encoding", "listen_addresses"];
  const values = await ask(
    database.url,
    `select setting from pg_settings where name in ('${settings.join("','")}') order by name`,
  );
  expect(values).toEqual(["on", "on", "", "UTF8", "on"]);
  expect(await ask(database.url, "select current_user, current_database()")).toEqual(["tessera", "tessera"]);
  expect((await stat(join(folder.dataDir, "postgres-socket"))).mode & 0o777).toBe(0o700);
  await database.stop();
  expect(await readdir(folder.dataDir)).toEqual(["postgres", "postgres-socket", "postgres.log"]);
});

test("keeps the stored data for a second start", async () => {
  const first = await startBundledDatabase({ ...folder, log: quiet });
  await ask(first.url, "create table kept as select 42 as answer");
  await first.stop();
  const second = await startBundledDatabase({ ...folder, log: quiet });
  expect(await ask(second.url, "select answer from kept")).toEqual([42]);
  await second.stop();
});

test("leaves no process of a stopped database, even if it is stopped twice", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  const pid = await postmasterPid(folder.dataDir);
  await Promise.all([database.stop(), database.stop()]);
  // A child that has exited is listed until its parent reaps it, which comes late on a busy machine.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), UNTIL_HANG);
});

test("completes an interrupted first start at the next start", async () => {
  // Larger than any PID, so no such process runs.
  const half = join(folder.dataDir, "postgres.new-99999999-abcdef");
  await mkdir(join(half, "base"), { recursive: true });
  const database = await startBundledDatabase({ ...folder, log: quiet });
  expect(await ask(database.url, "select 1")).toEqual([1]);
  expect((await readdir(folder.dataDir)).filter((name) => name.includes("new"))).toEqual([]);
  await database.stop();
});

test("accepts a data folder with a long and unusual path", async () => {
  const dataDir = join(folder.dataDir, "a 'quoted' \"name\", with ünusual letters", "long".repeat(30));
  const database = await startBundledDatabase({ dataDir, log: quiet });
  expect(await ask(database.url, "select 1")).toEqual([1]);
  await database.stop();
  const socketDir = new URLSearchParams(database.url.split("?")[1]).get("host") ?? "";
  expect(socketDir.startsWith(dataDir)).toBe(false);
  await rm(socketDir, { recursive: true });
});

test("puts the socket into a short data folder with spaces, quotes and commas", async () => {
  const dataDir = join(folder.dataDir, `a, 'b' "c"`);
  const database = await startBundledDatabase({ dataDir, log: quiet });
  expect(await ask(database.url, "select 1")).toEqual([1]);
  expect(await readdir(join(dataDir, "postgres-socket"))).toContain(".s.PGSQL.5432");
  await database.stop();
});

test("rejects a database of another PostgreSQL version without changing it", async () => {
  const cluster = join(folder.dataDir, "postgres");
  await mkdir(cluster);
  await writeFile(join(cluster, "PG_VERSION"), "17\n");
  await expect(startBundledDatabase({ ...folder, log: quiet })).rejects.toThrow(
    /made by PostgreSQL 17; this Tessera brings PostgreSQL 18/,
  );
  expect(await readdir(cluster)).toEqual(["PG_VERSION"]);
});

test.runIf(existsSync(olderPostgres))(
  "keeps running a database on the installed PostgreSQL that created it",
  async () => {
    const warnings: string[] = [];
    const log = { ...quiet, warn: (_details: object, message: string) => void warnings.push(message) };
    const first = await startBundledDatabase({ ...folder, postgresBin: olderPostgres, log });
    expect(first.version).toMatch(/^15\.\d+$/);
    await ask(first.url, "create table kept as select lower('ÄÖ') as answer");
    await first.stop();
    const second = await startBundledDatabase({ ...folder, log: quiet });
    expect(second.version).toBe(first.version);
    expect(await ask(second.url, "select answer from kept")).toEqual(["äö"]);
    await second.stop();
    expect(warnings, "a missing patch release is left to the doctor").toEqual([]);
  },
);

test("rejects a database folder with other files without changing it", async () => {
  await mkdir(join(folder.dataDir, "postgres"));
  await writeFile(join(folder.dataDir, "postgres", "diary.txt"), "dear diary");
  await expect(startBundledDatabase({ ...folder, log: quiet })).rejects.toThrow("is not a PostgreSQL folder");
});

test("reports the reason if the server cannot start", async () => {
  await (await startBundledDatabase({ ...folder, log: quiet })).stop();
  await writeFile(join(folder.dataDir, "postgres", "postgresql.conf"), "no_such_setting = 1\n");
  await expect(startBundledDatabase({ ...folder, log: quiet })).rejects.toThrow(
    /does not start.*no_such_setting/s,
  );
});

test.runIf(isRoot && onLinux)("runs root's database in a folder closed to everybody else", async () => {
  await chmod(folder.dataDir, 0o700);
  const dataDir = join(folder.dataDir, "data");
  const database = await startBundledDatabase({ dataDir, log: quiet });
  expect(await ask(database.url, "select 1")).toEqual([1]);
  expect((await stat(join(dataDir, "postgres"))).uid).not.toBe(0);
  await database.stop();
});

test.runIf(isRoot && onLinux)(
  "runs the database of an ordinary user as that user if root starts it",
  async () => {
    await chown(folder.dataDir, daemon.uid, daemon.gid);
    const other = await openInAnotherProcess(folder.dataDir, daemon);
    expect(other.error).toBeUndefined();
    await other.kill();
    const database = await startBundledDatabase({ ...folder, log: quiet });
    expect(await ask(database.url, "select 1")).toEqual([1]);
    expect((await stat(join(folder.dataDir, "postgres", "PG_VERSION"))).uid).toBe(daemon.uid);
    await database.stop();
  },
);

test.runIf(isRoot && onLinux)("starts even if another process has reused the PID", async () => {
  await (await startBundledDatabase({ ...folder, log: quiet })).stop();
  const cluster = join(folder.dataDir, "postgres");
  const { uid, gid } = await stat(cluster);
  const stranger = spawn("sleep", ["60"], { uid, gid });
  const pidFile = join(cluster, "postmaster.pid");
  await writeFile(pidFile, `${stranger.pid}\n${cluster}\n1\n5432\n\n\n  0 0\nready\n`);
  await chown(pidFile, uid, gid);
  const database = await startBundledDatabase({ ...folder, log: quiet });
  expect(await readFile(pidFile, "utf8")).not.toContain(String(stranger.pid));
  await database.stop();
  stranger.kill();
});

const MB = 2 ** 20;
test.each([
  { gigabytes: 0.5, megabytes: 13, shared_buffers: "64MB", effective_cache_size: "256MB" },
  { gigabytes: 24, megabytes: 13, shared_buffers: "128MB", effective_cache_size: "12288MB" },
  { gigabytes: 24, megabytes: 300, shared_buffers: "600MB", effective_cache_size: "12288MB" },
  { gigabytes: 8, megabytes: 3000, shared_buffers: "512MB", effective_cache_size: "4096MB" },
  { gigabytes: 64, megabytes: 3000, shared_buffers: "1024MB", effective_cache_size: "32768MB" },
])(
  "gives $shared_buffers of buffers to a database of $megabytes MB on a machine with $gigabytes GB",
  ({ gigabytes, megabytes, ...settings }) => {
    expect(memorySettings({ memory: gigabytes * 1024 * MB, database: megabytes * MB })).toEqual(settings);
  },
);
