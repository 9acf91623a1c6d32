import { execFile } from "node:child_process";
import { cp, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import settings from "../drizzle.config.ts";
import { migrationsFolder } from "./testing/database.ts";
import { makeTestFolder } from "./testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

test("the tables in the code equal those of the migrations", async () => {
  const folder = await makeTestFolder();
  const copy = join(folder, "migrations");
  await cp(migrationsFolder, copy, { recursive: true });
  // The tool takes paths from where it runs, and no absolute ones.
  const config = join(folder, "drizzle.config.json");
  await writeFile(config, JSON.stringify({ ...settings, out: relative(root, copy) }));
  const tool = join(root, "node_modules/drizzle-kit/bin.cjs");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [tool, "generate", `--config=${relative(root, config)}`],
    { cwd: root },
  );
  expect(stdout + stderr).toContain("No schema changes");
  expect(await readdir(copy)).toEqual(await readdir(migrationsFolder));
});
