import {
  type BackupProblem,
  findBackupProblem,
  findLastBackup,
  type LastBackup,
} from "../../../platform/database/last-backup.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 8;
/** One night may be missed by a restart at the wrong time. */
const OLD_NIGHTLY_DAYS = 2;
const PROBLEM_ADVICE =
  "Buyers get no file, or a damaged one, while files are lost or changed: look at the disk or bucket, and take them from an earlier backup. Then run `npm run backup -- --verify FILE`.";
const ADVICE =
  "Run `npm run backup -- --verify FILE` every day, and keep the files on another machine. If you save the data another way, this says nothing.";

/** Reads when `npm run backup` has last succeeded; other ways to save the data are unknown here. */
export const backupCheck: Check = {
  name: "Backup",
  advice: "Start Tessera once: it updates its database.",
  needsDatabase: true,
  run: async ({ db, clock, settings }) => [
    assessBackup(await findLastBackup(db), clock.now(), {
      problem: await findBackupProblem(db),
      isNightly: settings.backupFolder !== undefined,
    }),
  ],
};

/** Assesses the last backup: one that is no longer made is a fault, as somebody relies on it. */
export function assessBackup(
  backup: LastBackup | undefined,
  now: Date,
  { problem, isNightly = false }: { problem?: BackupProblem | undefined; isNightly?: boolean } = {},
): Found {
  if (problem) {
    const seen = `the last one failed ${ageOf(problem.foundAt, now)} ago: ${problem.problem}`;
    return fault({ seen, advice: PROBLEM_ADVICE });
  }
  const oldDays = isNightly ? OLD_NIGHTLY_DAYS : OLD_DAYS;
  if (!backup) return warning({ seen: "none was made by `npm run backup`", advice: ADVICE });
  const { finishedAt, verifiedAt, bytes, rows, files } = backup;
  const contents = bytes === null ? "" : ` (${rows} rows, ${files} uploads, ${Math.ceil(bytes / 1e6)} MB)`;
  const seen = `the last one is ${ageOf(finishedAt, now)} old${contents}; ${verifiedText(verifiedAt, now)}`;
  if (daysOf(finishedAt, now) >= oldDays) return fault({ seen, advice: ADVICE });
  return verifiedAt && daysOf(verifiedAt, now) >= oldDays ? warning({ seen, advice: ADVICE }) : ok({ seen });
}

const verifiedText = (verifiedAt: Date | null, now: Date) =>
  verifiedAt
    ? `one was restored in a test ${ageOf(verifiedAt, now)} ago`
    : "none was restored in a test (--verify)";

const daysOf = (time: Date, now: Date) => Math.floor((now.getTime() - time.getTime()) / DAY_MS);

function ageOf(time: Date, now: Date): string {
  const days = daysOf(time, now);
  return days < 1 ? "less than a day" : `${days} ${days === 1 ? "day" : "days"}`;
}
