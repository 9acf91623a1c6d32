import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { readBackupFolder } from "../../platform/backup-folder.ts";
import { findBackupProblem, findLastBackup } from "../../platform/database/last-backup.ts";
import type { Jobs, NewJob } from "../../platform/jobs/port.ts";
import { localStorage } from "../../platform/storage/adapters/local.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { addTile, offerFile } from "../../testing/factories.ts";
import { createTestApp, SECRET } from "../../testing/harness.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { openSite } from "../../testing/test-site.ts";
import { inWords } from "./check.ts";
import { assessBackup } from "./checks/backup.ts";
import { makeUpForMissedNight, nightlyBackupJob } from "./nightly-backup.ts";

test("makes a backup every night, restores it in a test, deletes old ones and finds a sold file with changed bytes", async () => {
  const folder = await makeTestFolder();
  await chmod(folder, 0o755);
  const backups = join(folder, "backups");
  await mkdir(backups);
  const ofKilled = "tessera-2026-11-23-021500.tar.13863.part";
  const ofAnother = "tessera-2026-11-24-021500.tar.13863.part";
  const others = [
    ...["tessera-2026-11-10-021500.tar", "tessera-2026-11-11-021500.tar", "notes.txt"],
    ...[ofKilled, ofAnother],
  ];
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

  // The command's own process reads these settings.
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
      settings: { backupFolder: backups, backupKeepDays: 14, backupTarget: undefined },
    }).run({ data: undefined, attempt: 1, signal: new AbortController().signal });

  await night("2026-11-25T02:15:00Z");
  expect((await readdir(backups)).sort()).toEqual([
    "notes.txt",
    "tessera-2026-11-11-021500.tar",
    ofAnother,
    "tessera-2026-11-25-021500.tar",
  ]);
  const made = await findLastBackup(site.db);
  expect(made).toMatchObject({ files: 1, verifiedAt: expect.any(Date) });
  const { archives } = await readHealthy(backups);
  expect(archives.get(made?.file ?? "")).toBe(made?.bytes);
  expect(made?.rows).toBeGreaterThan(5);
  expect(await findBackupProblem(site.db)).toBeUndefined();

  const [file = ""] = await readdir(join(uploads, "digital"));
  await writeFile(join(uploads, "digital", file), "The notes, of which any byte's changed");
  await night("2026-11-26T02:15:00Z");
  const problem = await findBackupProblem(site.db);
  expect(problem?.problem).toBe(`the bytes of 1 uploads are missing or changed in the storage: ${file}`);
  expect(lines.join("")).toContain(`in the storage: ${file}`);
  expect(problem?.kind).toBe("files");
  const finding = inWords(assessBackup(await findLastBackup(site.db), new Date(), { problem }));
  expect(finding).toMatchObject({ verdict: "fault", seen: expect.stringContaining(file) });
  // An incomplete backup deletes nothing, and the last complete one stays on record.
  expect(await readdir(backups)).toContain("tessera-2026-11-11-021500.tar");
  expect(await findLastBackup(site.db)).toEqual(made);

  await rm(backups, { recursive: true });
  await night("2026-11-27T02:15:00Z");
  expect(await findBackupProblem(site.db)).toMatchObject({
    problem: expect.stringContaining(backups),
    kind: "folder",
  });
});

async function readHealthy(folder: string) {
  const found = await readBackupFolder(folder, folder);
  if (found.problem !== null) throw new Error(found.problem);
  return found;
}

test("makes up for a missed night once, unless its backup failed, is running or exists", async () => {
  const site = await openSite();
  const backups = await makeTestFolder();
  const added: (string | undefined)[] = [];
  let running = 0;
  const makeUp = makeUpForMissedNight({
    db: site.db,
    log: pino({ level: "silent" }),
    clock: { now: () => new Date() },
    settings: { backupFolder: backups, backupKeepDays: 14, backupTarget: undefined },
    jobs: {
      enqueue: async (_tx: unknown, { key }: NewJob) => void added.push(key),
      readQueues: async () => [{ name: "system.back-up", waiting: 0, running, dead: 0, oldestSeconds: 0 }],
    } as unknown as Jobs,
  });
  const addedBy = async (change: () => Promise<unknown>) => {
    added.length = 0;
    await change();
    await makeUp();
    return added.length;
  };
  expect(await addedBy(async () => undefined), "the first").toBe(1);
  expect(added[0]).toMatch(/^night of .*T02:15:00\.000Z$/);
  expect(
    await addedBy(async () => {
      running = 1;
    }),
  ).toBe(0);
  running = 0;
  const made = () => site.sql`insert into last_backup (bytes, row_count, file_count) values (1, 1, 0)`;
  expect(await addedBy(made), "the folder was emptied").toBe(1);
  const kept = () => writeFile(join(backups, "tessera-2026-11-25-021500.tar"), "");
  expect(await addedBy(kept)).toBe(0);
  const missed = () => site.sql`update last_backup set finished_at = now() - interval '30 hours'`;
  expect(await addedBy(missed)).toBe(1);
  const failed = () => site.sql`insert into backup_problem (problem, kind) values ('it failed', 'other')`;
  expect(await addedBy(failed)).toBe(0);
});
