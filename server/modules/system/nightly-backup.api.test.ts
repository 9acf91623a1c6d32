import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { findBackupProblem, findLastBackup } from "../../platform/database/last-backup.ts";
import { localStorage } from "../../platform/storage/adapters/local.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { addTile, offerFile } from "../../testing/factories.ts";
import { createTestApp, SECRET } from "../../testing/harness.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { assessBackup } from "./checks/backup.ts";
import { nightlyBackupJob } from "./nightly-backup.ts";

test("every night a backup is made and restored in a test, older ones are deleted, and a sold file with other bytes is found", async () => {
  const folder = await makeTestFolder();
  await chmod(folder, 0o755);
  const backups = join(folder, "backups");
  await mkdir(backups);
  const others = ["tessera-2026-11-10-021500.tar", "tessera-2026-11-11-021500.tar", "notes.txt"];
  for (const name of others) await writeFile(join(backups, name), "");
  const { url, drop } = await createTestDatabase();
  const uploads = join(folder, "data/uploads");
  const storage = await localStorage({ folder: uploads });
  const site = await createTestApp({ databaseUrl: url, storage });
  onTestFinished(async () => {
    await site.close();
    await drop();
  });
  const seller = await site.signUp();
  await offerFile(site, seller, "The notes, of which every byte counts.");
  await addTile(seller);

  // What the process of the command reads.
  for (const [name, value] of Object.entries({
    DATABASE_URL: url,
    APP_SECRET: SECRET,
    DATA_DIR: join(folder, "data"),
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const night = (now: string) =>
    nightlyBackupJob({
      db: site.db,
      log,
      clock: { now: () => new Date(now) },
      settings: { backupFolder: backups, backupKeepDays: 14 },
    }).run({ data: undefined, attempt: 1, signal: new AbortController().signal });

  await night("2026-11-25T02:15:00Z");
  expect((await readdir(backups)).sort()).toEqual([
    "notes.txt",
    "tessera-2026-11-11-021500.tar",
    "tessera-2026-11-25-021500.tar",
  ]);
  const made = await findLastBackup(site.db);
  expect(made).toMatchObject({ files: 1, verifiedAt: expect.any(Date) });
  expect(made?.rows).toBeGreaterThan(5);
  expect(await findBackupProblem(site.db)).toBeUndefined();

  const [file = ""] = await readdir(join(uploads, "digital"));
  await writeFile(join(uploads, "digital", file), "The notes, of which any byte's changed");
  await night("2026-11-26T02:15:00Z");
  const problem = await findBackupProblem(site.db);
  expect(problem?.problem).toBe(`of 1 uploads the store has lost the bytes, or has others: ${file}`);
  expect(lines.join("")).toContain(`has others: ${file}`);
  const finding = assessBackup(await findLastBackup(site.db), new Date(), { problem, isNightly: true });
  expect(finding).toMatchObject({ verdict: "fault", seen: expect.stringContaining(file) });
  // Nothing is deleted after a backup that is not complete, and the last complete one stays recorded.
  expect(await readdir(backups)).toContain("tessera-2026-11-11-021500.tar");
  expect(await findLastBackup(site.db)).toEqual(made);

  await rm(backups, { recursive: true });
  await night("2026-11-27T02:15:00Z");
  expect((await findBackupProblem(site.db))?.problem).toContain(backups);
});
