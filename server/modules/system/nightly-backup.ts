import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { listNightlyArchives } from "../../platform/backup-folder.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { findBackupProblem, findLastBackup } from "../../platform/database/last-backup.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const HOUR_SECONDS = 3600;
const DAY_MS = 24 * 60 * 60 * 1000;
const NIGHTLY_BACKUP_JOB = "system.back-up";
const AT = { hour: 2, minute: 15 };

type Deps = {
  settings: Pick<Infrastructure["settings"], "backupFolder" | "backupKeepDays" | "backupTarget">;
} & Pick<Infrastructure, "db" | "clock" | "log">;

/** Makes a backup every night and restores it in a test, like `npm run backup -- --verify`, if the operator has set a folder. */
export function nightlyBackupJob({ db, clock, log, settings }: Deps): Job {
  const { backupFolder: folder, backupKeepDays } = settings;
  return defineJob({
    name: NIGHTLY_BACKUP_JOB,
    schedule: `${AT.minute} ${AT.hour} * * *`,
    timeoutSeconds: 12 * HOUR_SECONDS,
    retry: { limit: 2, initialDelaySeconds: 600, maxDelaySeconds: HOUR_SECONDS },
    async handler({ signal }) {
      if (!folder) return;
      const now = clock.now();
      const time = now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
      const file = join(folder, `tessera-${time}.tar`);
      await deleteParts(folder, new Date(now.getTime() - DAY_MS));
      const earlier = await findBackupProblem(db);
      const send = settings.backupTarget ? ["--send"] : [];
      const { code, output } = await runBackup(["--verify", ...send, file], signal);
      if (code === 0) {
        log.info({ file }, "backup made and restored in a test");
        await deleteOlder(folder, new Date(now.getTime() - backupKeepDays * DAY_MS));
        return;
      }
      // The command has recorded the problem for the system page and the metrics. A retry would find the
      // same problem.
      const problem = await findBackupProblem(db);
      if (!problem || problem.foundAt.getTime() === earlier?.foundAt.getTime())
        throw new Error(`the backup ended with ${code}: ${output}`);
      log.error({ file, problem: problem.problem }, "the nightly backup failed or is incomplete");
    },
  });
}

/** Runs the command in a separate process at low priority. It ends with this process. */
async function runBackup(args: string[], signal: AbortSignal) {
  // Drop the variable that makes this process a worker.
  const { NODE_UNIQUE_ID: _, ...env } = process.env;
  const child = fork(join(ROOT, "scripts/backup.ts"), args, {
    cwd: ROOT,
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const output = child.stderr ? text(child.stderr) : "";
    const [code] = await once(child, "exit");
    return { code, output: (await output).trim() };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Deletes backups that this job made before a day. Keeps other files in the folder. */
async function deleteOlder(folder: string, before: Date): Promise<void> {
  const lastDay = before.toISOString().slice(0, 10);
  for (const { path, day, isPart } of await listNightlyArchives(folder))
    if (!isPart && day < lastDay) await rm(path, { force: true });
}

/**
 * Deletes the unfinished archives of killed backups, which can be as large as complete ones. Ignores an
 * unreadable folder, because the backup itself reports it.
 */
async function deleteParts(folder: string, before: Date): Promise<void> {
  const lastDay = before.toISOString().slice(0, 10);
  for (const { path, day, isPart } of await listNightlyArchives(folder).catch(() => []))
    if (isPart && day < lastDay) await rm(path, { force: true });
}

/**
 * Returns a function that enqueues the backup of a night in which nothing ran, or the first one of an empty
 * folder.
 */
export function makeUpForMissedNight({
  db,
  jobs,
  clock,
  settings,
}: Deps & Pick<Infrastructure, "jobs">): () => Promise<void> {
  return async () => {
    const { backupFolder: folder } = settings;
    if (!folder) return;
    const night = lastNight(clock.now());
    const [last, problem] = [await findLastBackup(db), await findBackupProblem(db)];
    const archives = await listNightlyArchives(folder).catch(() => []);
    const isMade = last !== undefined && last.finishedAt >= night && archives.length > 0;
    if (isMade || (problem && problem.foundAt >= night)) return;
    const queue = (await jobs.readQueues()).find(({ name }) => name === NIGHTLY_BACKUP_JOB);
    if (queue && queue.waiting + queue.running > 0) return;
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, { name: NIGHTLY_BACKUP_JOB, key: `night of ${night.toISOString()}`, data: {} }),
    );
  };
}

/** Returns the time at which the last backup was due. */
function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(AT.hour, AT.minute, 0, 0);
  return night <= now ? night : new Date(night.getTime() - DAY_MS);
}
