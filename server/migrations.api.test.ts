import { execFile } from "node:child_process";
import { cp, readdir, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import settings from "../drizzle.config.ts";
import { borrowInstallation } from "./backup/backup.test-kit.ts";
import { migrate } from "./platform/database/migrate.ts";
import { migrateJobs } from "./platform/jobs/adapters/pg-boss-open.ts";
import { migrationsFolder } from "./testing/database.ts";
import { makeTestFolder } from "./testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

test("has the same tables in the code and the migrations", async () => {
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

test("moves the jobs of creators' emails to the queues of all campaigns", async () => {
  const { url } = await borrowInstallation();
  const log = pino({ level: "silent" });
  const earlier = join(await makeTestFolder(), "migrations");
  await cp(migrationsFolder, earlier, {
    recursive: true,
    filter: (path) => !path.endsWith(".sql") || basename(path) < "0095",
  });
  await migrate({ url, folder: earlier, log });
  await migrateJobs({ url, log });
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  await boss.createQueue("dead");
  for (const name of ["fill", "fill-letter", "send", "send-letter"])
    await boss.createQueue(`marketing.${name}`, { deadLetter: "dead", retryLimit: 0 });
  await boss.send("marketing.fill-letter", { campaignId: 1, after: null });
  await boss.send("marketing.send-letter", { recipientId: 1 });
  const [job] = await boss.fetch("marketing.send-letter");
  await boss.fail("marketing.send-letter", job?.id ?? "");
  await boss.send("marketing.send-letter", { recipientId: 2 });

  await migrate({ url, folder: migrationsFolder, log });
  expect(await boss.fetch("marketing.fill")).toMatchObject([{ data: { campaignId: 1, after: null } }]);
  expect(await boss.fetch("marketing.send")).toMatchObject([{ data: { recipientId: 2 } }]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query("select source_name, data from pgboss.job where name = 'dead'");
  expect(rows).toEqual([{ source_name: "marketing.send", data: { recipientId: 1 } }]);
  const queues = (await boss.getQueues()).map(({ name }) => name).filter((name) => name.endsWith("-letter"));
  expect(queues).toEqual([]);
});
