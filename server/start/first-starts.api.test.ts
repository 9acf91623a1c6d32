import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { compose } from "../compose.ts";
import { readConfig } from "../config/config.ts";
import { createTestDatabase } from "../testing/create-database.ts";
import { SECRET } from "../testing/harness.ts";

test("lets at most one of two processes with different secrets run that start at the same moment", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = (APP_SECRET: string) =>
    compose(readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, SEED_DEMO: "false", APP_SECRET }), {
      log: pino({ level: "silent" }),
      pages: "built",
    });
  // Loads everything first, so that the two are equally fast and neither finds the other's connections.
  await (await start(SECRET)).stop();
  const starts = await Promise.allSettled([start(SECRET), start(`${SECRET}, another`)]);
  for (const started of starts) if (started.status === "fulfilled") await started.value.stop();
  const reasons = starts.flatMap((started) =>
    started.status === "rejected" ? [String(started.reason)] : [],
  );
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason).toMatch(/Set the same APP_SECRET/);
});
