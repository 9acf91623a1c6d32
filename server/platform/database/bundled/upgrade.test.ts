import { existsSync } from "node:fs";
import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type BundledDatabase, startBundledDatabase } from "./index.ts";
import { ask, makeDataDir, olderPostgres, openInAnotherProcess, quiet } from "./test-folders.ts";

const upgradeTest = test.runIf(existsSync(olderPostgres));

/** Creates a data folder with a table in a cluster of the older version. */
async function makeOlderDatabase(): Promise<{ dataDir: string }> {
  const folder = await makeDataDir();
  const older = await startBundledDatabase({ ...folder, postgresBin: olderPostgres, log: quiet });
  await ask(older.url, "create table kept as select 42 as answer");
  await older.stop();
  return folder;
}

const copyDatabase = async (from: string, to: string) => {
  const [response] = await ask(from, "select answer from kept");
  await ask(to, `create table kept as select ${response} as answer`);
};

async function expectUpgraded({ url, version }: BundledDatabase) {
  expect(Number.parseInt(version, 10)).toBeGreaterThan(15);
  expect(await ask(url, "select answer from kept")).toEqual([42]);
}

upgradeTest(
  "upgrades a database of an older major version, and deletes its old data at the next start",
  async () => {
    const folder = await makeOlderDatabase();
    const upgraded = await startBundledDatabase({ ...folder, copyDatabase, log: quiet });
    await expectUpgraded(upgraded);
    await upgraded.stop();
    expect(await readFile(join(folder.dataDir, "postgres.old", "PG_VERSION"), "utf8")).toBe("15\n");
    const next = await startBundledDatabase({ ...folder, copyDatabase, log: quiet });
    await expectUpgraded(next);
    await next.stop();
    expect(await readdir(folder.dataDir)).toEqual(["postgres", "postgres-socket", "postgres.log"]);
  },
);

upgradeTest("a database that cannot be upgraded runs on its old version", async () => {
  const folder = await makeOlderDatabase();
  const error = vi.fn();
  const older = await startBundledDatabase({
    ...folder,
    copyDatabase: () => Promise.reject(new Error("a table is unknown")),
    log: { ...quiet, error },
  });
  expect(older.version).toMatch(/^15\./);
  expect(await ask(older.url, "select answer from kept")).toEqual([42]);
  expect(error.mock.calls).toEqual([
    [
      expect.objectContaining({ err: new Error("a table is unknown") }),
      expect.stringContaining("next start tries again"),
    ],
  ]);
  await older.stop();
  expect(await readdir(folder.dataDir)).toEqual(["postgres", "postgres-socket", "postgres.log"]);
});

upgradeTest("an upgrade that is killed while it copies starts again", async () => {
  const folder = await makeOlderDatabase();
  const other = await openInAnotherProcess(folder.dataDir, {
    settings: "copyDatabase: (from, url) => { report({ url }); return new Promise(() => {}); }",
  });
  expect(await ask(other.url ?? "", "select 1")).toEqual([1]);
  await other.kill();
  const upgraded = await startBundledDatabase({ ...folder, copyDatabase, log: quiet });
  await expectUpgraded(upgraded);
  await expect(ask(other.url ?? "", "select 1")).rejects.toThrow();
  await upgraded.stop();
  expect((await readdir(folder.dataDir)).filter((name) => name.includes(".new"))).toEqual([]);
});

upgradeTest("an upgrade that is killed while it exchanges the clusters starts again", async () => {
  const folder = await makeOlderDatabase();
  await rename(join(folder.dataDir, "postgres"), join(folder.dataDir, "postgres.old"));
  const upgraded = await startBundledDatabase({ ...folder, copyDatabase, log: quiet });
  await expectUpgraded(upgraded);
  await upgraded.stop();
});
