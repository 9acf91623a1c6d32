import { pino } from "pino";
import { expect, test } from "vitest";
import { pgBossJobs } from "../platform/jobs/adapters/pg-boss.ts";
import { openTestDatabase } from "../testing/open-database.ts";
import { assertSharedSecret, jobsName } from "./shared-secret.ts";

const log = pino({ level: "silent" });

test("rejects a process with another secret until the running one has ended", async () => {
  const { url, db } = await openTestDatabase({ maxConnections: 1 });
  await assertSharedSecret(db, "one");
  const running = pgBossJobs({ url, log, connectionName: jobsName("one") });
  await running.start();
  await expect(assertSharedSecret(db, "another")).rejects.toThrow(/Set the same APP_SECRET/);
  await assertSharedSecret(db, "one");
  await running.stop();
  await expect.poll(() => assertSharedSecret(db, "another").catch(String)).toBeUndefined();
});
