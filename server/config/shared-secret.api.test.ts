import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../platform/database/index.ts";
import { pgBossJobs } from "../platform/jobs/adapters/pg-boss.ts";
import { createTestDatabase } from "../testing/create-database.ts";
import { assertSharedSecret, jobsName } from "./shared-secret.ts";

const log = pino({ level: "silent" });

test("a process with another secret than a running one is rejected, until that one has ended", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const db = openDatabase({ url, log, maxConnections: 1 });
  onTestFinished(() => db.$client.end());
  await assertSharedSecret(db, "one");
  const running = pgBossJobs({ url, log, connectionName: jobsName("one") });
  await running.start();
  await expect(assertSharedSecret(db, "another")).rejects.toThrow(/Set the same APP_SECRET/);
  await assertSharedSecret(db, "one");
  await running.stop();
  await expect.poll(() => assertSharedSecret(db, "another").catch(String)).toBeUndefined();
}, 60_000);
