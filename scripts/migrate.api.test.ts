import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ask, borrowInstallation } from "../server/backup/backup.test-kit.ts";
import { bareEnvironment, SOURCE_FLAGS } from "../server/testing/bare-environment.ts";

const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [...SOURCE_FLAGS, "scripts/migrate.ts"], {
    env: { ...bareEnvironment(), APP_SECRET: "a secret of thirty-two characters", ...env },
  });

test("updates the database before nodes start, and again without effect", async () => {
  const { url, folder } = await borrowInstallation();
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  expect((await run(env)).stdout).toContain("The database is up to date.");
  const applied = await ask(url, "select count(*)::int from schema_migrations");
  expect(applied[0]).toBeGreaterThan(0);
  await run(env);
  expect(await ask(url, "select count(*)::int from schema_migrations")).toEqual(applied);

  const elsewhere = url.replace(/(tessera_place_\w+)(?=[?]|$)/, "$1_missing");
  expect(elsewhere).not.toBe(url);
  const missing = await run({ ...env, DATABASE_URL: elsewhere }).catch((error) => error);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("does not exist") });
  const none = await run({ DATA_DIR: folder }).catch((error) => error);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_URL is not set") });
});
