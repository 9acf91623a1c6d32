import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { acquireBackupLock } from "../../platform/database/backup-lock.ts";
import type { NewJob } from "../../platform/jobs/port.ts";
import { addFile } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";
import { removeFilesJob } from "./removal.ts";

const site = testSite();

test("removes the bytes of a deleted file only after a running backup has finished", async () => {
  const path = await addFile(site, await site.signUp(), "seen by a backup");
  const key = `digital/${path}`;
  const queued: NewJob[] = [];
  const { run: remove } = removeFilesJob({
    db: site.db,
    storage: site.storage,
    jobs: { enqueue: async (_tx, job) => void queued.push(job) },
  });
  const run = { data: { keys: [key] }, attempt: 1, signal: new AbortController().signal };

  const backup = new pg.Client({ connectionString: site.databaseUrl });
  onTestFinished(() => backup.end());
  await backup.connect();
  await acquireBackupLock(backup);
  await remove(run);
  expect(await site.storage.openFile(key)).not.toBeNull();
  expect(queued).toEqual([{ name: "files.remove", data: run.data, startAfterSeconds: 30 }]);

  await backup.query("select pg_advisory_unlock_all()");
  await remove(run);
  expect(await site.storage.openFile(key)).toBeNull();
  expect(queued).toHaveLength(1);
});
