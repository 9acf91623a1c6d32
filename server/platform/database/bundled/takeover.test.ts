import { execFile } from "node:child_process";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, expect, test, vi } from "vitest";
import { concurrently } from "../../../testing/concurrently.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { testFolder } from "../../../testing/temporary-folder.ts";
import { startBundledDatabase } from "./index.ts";
import {
  ask,
  killPostmaster,
  makeDataDir,
  openInAnotherProcess,
  postmasterPid,
  quiet,
} from "./test-folders.ts";

// The limit for a restart on a busy machine. On an idle one it takes up to a second.
const recoveryMs = 10_000;

const stopped = testFolder();
beforeAll(async () => {
  await chmod(stopped.path, 0o755);
  const database = await startBundledDatabase({ dataDir: stopped.path, log: quiet });
  await database.stop();
});
/** A copy of one stopped database: creating a new one each time took a third of the time of these tests. */
const folder = prepareEach(async () => {
  const { dataDir } = await makeDataDir();
  await promisify(execFile)("cp", ["-a", join(stopped.path, "postgres"), dataDir]);
  return { dataDir };
});

test("rejects a second process on the folder with the PID of the first, which continues", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  const pid = await postmasterPid(folder.dataDir);
  const other = await openInAnotherProcess(folder.dataDir);
  expect(other.error).toBe(`DATA_DIR ${folder.dataDir} is in use by process ${process.pid}.`);
  expect(await ask(database.url, "select 1")).toEqual([1]);
  expect(await postmasterPid(folder.dataDir)).toBe(pid);
  await database.stop();
});

test("runs one of five processes that start together on an empty folder, and rejects four", async () => {
  const { dataDir } = await makeDataDir();
  const others = await concurrently(5, () => openInAnotherProcess(dataDir));
  const serving = others.filter((other) => other.url !== undefined);
  expect(serving).toHaveLength(1);
  const rejected = others.flatMap((other) => other.error ?? []);
  expect(new Set(rejected)).toEqual(
    new Set([`DATA_DIR ${dataDir} is in use by process ${serving[0]?.pid}.`]),
  );
  expect(rejected).toHaveLength(4);
  expect(await ask(serving[0]?.url ?? "", "select 1")).toEqual([1]);
  await serving[0]?.kill();
});

test("takes over the running database of a killed process with all committed data", async () => {
  const other = await openInAnotherProcess(folder.dataDir);
  await ask(other.url ?? "", "create table kept as select 42 as answer");
  const orphan = await postmasterPid(folder.dataDir);
  await other.kill();
  const database = await startBundledDatabase({ ...folder, log: quiet });
  expect(await postmasterPid(folder.dataDir)).toBe(orphan);
  expect(await ask(database.url, "select answer from kept")).toEqual([42]);
  await database.stop();
});

test("restarts a killed server without losing committed data", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  await ask(database.url, "create table kept as select 42 as answer");
  await killPostmaster(folder.dataDir, "SIGKILL");
  expect(await answerWithin(database.url, "select answer from kept")).toEqual([42]);
  await expect
    .poll(() => claimHolder(database.url), { timeout: recoveryMs })
    .toEqual([`tessera pid ${process.pid}`]);
  expect(database.restarts()).toBe(1);
  await database.stop();
});

test("restarts a killed server every time after a takeover", async () => {
  const other = await openInAnotherProcess(folder.dataDir);
  await other.kill();
  const database = await startBundledDatabase({ ...folder, log: quiet });
  await ask(database.url, "create table kept (n int)");
  for (const n of [1, 2, 3]) {
    await ask(database.url, `insert into kept values (${n})`);
    await killPostmaster(folder.dataDir, "SIGKILL");
    await answerWithin(database.url, "select 1");
  }
  expect(await ask(database.url, "select n from kept order by n")).toEqual([1, 2, 3]);
  await database.stop();
});

test("restarts a killed server with a backend in a long query", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  const busy = ask(database.url, "select sum(n) from generate_series(1, 8000000) n").catch(() => undefined);
  await delay(100);
  await killPostmaster(folder.dataDir, "SIGKILL");
  expect(await answerWithin(database.url, "select 1")).toEqual([1]);
  await busy;
  await database.stop();
});

test("acquires the instance lock again after a lost connection, without restarting the server", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  const pid = await postmasterPid(folder.dataDir);
  const claims = "pg_stat_activity where application_name like 'tessera pid %'";
  await ask(database.url, `select pg_terminate_backend(pid) from ${claims}`);
  await expect
    .poll(() => claimHolder(database.url), { timeout: recoveryMs })
    .toEqual([`tessera pid ${process.pid}`]);
  expect(await postmasterPid(folder.dataDir)).toBe(pid);
  await database.stop();
});

test("leaves nothing running if stopped just after the server was killed", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  await killPostmaster(folder.dataDir, "SIGKILL");
  await delay(300);
  await database.stop();
  await delay(500);
  await expect(ask(database.url, "select 1")).rejects.toThrow(/ENOENT|ECONNREFUSED/);
});

test("restarts a killed server even if its log file was deleted", async () => {
  const database = await startBundledDatabase({ ...folder, log: quiet });
  await rm(join(folder.dataDir, "postgres.log"));
  await killPostmaster(folder.dataDir, "SIGKILL");
  expect(await answerWithin(database.url, "select 1")).toEqual([1]);
  await rm(join(folder.dataDir, "postgres.log"));
  await database.stop();
});

async function answerWithin(url: string, sql: string): Promise<unknown[]> {
  const deadline = performance.now() + recoveryMs;
  for (;;) {
    try {
      return await ask(url, sql);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}

// The URL names the database `tessera`. The lock is held in `postgres`, but pg_stat_activity lists all databases.
function claimHolder(url: string): Promise<unknown[]> {
  return ask(
    url,
    "select application_name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and granted",
  );
}

test("restarts a server that a killed process started with too few connections", async () => {
  const killed = await openInAnotherProcess(folder.dataDir);
  const before = await postmasterPid(folder.dataDir);
  await killed.kill();
  const database = await startBundledDatabase({ ...folder, log: quiet, maxConnections: 104 });
  expect(await ask(database.url, "select current_setting('max_connections')")).toEqual(["104"]);
  expect(await postmasterPid(folder.dataDir)).not.toBe(before);
  await database.stop();
});

test("immediately reports a PG variable that PostgreSQL refuses", async () => {
  vi.stubEnv("PGOPTIONS", "-c no_such_setting=1");
  try {
    await expect(startBundledDatabase({ ...folder, log: quiet })).rejects.toThrow(
      /accepts no connection: .*no_such_setting.* PGOPTIONS/,
    );
  } finally {
    vi.unstubAllEnvs();
  }
});
