import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../platform/database/index.ts";
import { createPageInvalidations } from "../platform/page-invalidation.ts";
import { readStorageId } from "../platform/storage/identity.ts";
import { concurrently } from "../testing/concurrently.ts";
import { createTestDatabase } from "../testing/create-database.ts";
import { assertSharedStorage, listenerName } from "./shared-storage.ts";

const log = pino({ level: "silent" });

test("rejects a process that stores its files elsewhere than a running one", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const db = openDatabase({ url, log, maxConnections: 1 });
  onTestFinished(() => db.$client.end());
  await assertSharedStorage(db, "b");
  const running = createPageInvalidations({ url, log, connectionName: listenerName("a") });
  await expect.poll(() => assertSharedStorage(db, "b").catch(String)).toMatch(/Set the same STORAGE_URL/);
  await assertSharedStorage(db, "a");
  await running.stop();
  await expect.poll(() => assertSharedStorage(db, "b").catch(String)).toBeUndefined();
});

test("creates one id for a folder if many processes start on it at once", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const ids = await concurrently(20, () => readStorageId({ s3: undefined, dataDir }));
  expect(new Set(ids).size).toBe(1);
  expect(await readStorageId({ s3: undefined, dataDir })).toBe(ids[0]);
  expect(await readdir(join(dataDir, "uploads"))).toEqual([".storage-id"]);
});
