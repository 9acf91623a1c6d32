import { dirname } from "node:path";
import { openBackupBucket } from "../../../platform/backup-bucket.ts";
import { type BackupFolder, readBackupFolder } from "../../../platform/backup-folder.ts";
import { isBackupRunning } from "../../../platform/database/backup-lock.ts";
import {
  type BackupProblem,
  type BackupProblemKind,
  findBackupProblem,
  findInstallationStart,
  findLastBackup,
  type LastBackup,
} from "../../../platform/database/last-backup.ts";
import type { S3Config } from "../../../platform/storage/s3-url.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 8;
/** Two days, because a restart may skip one night. */
const OLD_NIGHTLY_DAYS = 2;
const VERIFY_AGAIN = "Then run `npm run backup -- --verify FILE`.";
const PROBLEM_ADVICE: Record<BackupProblemKind, string> = {
  room: `Free some space on that disk, or name a folder on a larger one. ${VERIFY_AGAIN}`,
  folder: `Check that the disk of BACKUP_FOLDER is mounted and that Tessera's user may write to it. ${VERIFY_AGAIN}`,
  database: `Look at the database and at postgres.log in DATA_DIR. ${VERIFY_AGAIN}`,
  files: `Some files are missing or damaged, so buyers cannot download them. Check the disk or bucket, and restore these files from an earlier backup. ${VERIFY_AGAIN}`,
  other: `The reason says what to do. ${VERIFY_AGAIN}`,
};
const ADVICE =
  "Run `npm run backup -- --verify FILE` every day, and keep the files on another machine. Backups made in another way are not seen here.";
const NIGHTLY_ADVICE =
  "A running Tessera makes a backup every night. Start it. If you have just set BACKUP_FOLDER, restart it. Then search its log for 'backup'.";
const GONE_ADVICE =
  "Find out which program deletes, moves or changes archives, or whether another disk is mounted there. Then run `npm run backup -- --check FILE` on a remaining archive, or make a new one.";

const AWAY_ADVICE =
  "Check the name, the endpoint and the credentials of BACKUP_TO. They need the rights to list, read, write and delete objects. Then run `npm run backup -- --verify --send FILE`.";

/** The state of an installation with nightly backups. */
export type Nightly = {
  folder: BackupFolder;
  path: string;
  installedAt: Date;
  isRunning: boolean;
};

/** Reads the last success of `npm run backup`, and whether the archives are still in BACKUP_FOLDER. Does not see backups made in another way. */
export const backupCheck: Check = {
  name: "Backup",
  advice: "Start Tessera once, so that it migrates its database.",
  needsDatabase: true,
  run: async ({ db, clock, settings: { backupFolder: path, backupTarget, dataDir } }) => [
    ...(backupTarget ? [await assessBucket(backupTarget.bucket, clock.now())] : []),
    assessBackup(await findLastBackup(db), clock.now(), {
      problem: await findBackupProblem(db),
      nightly: path
        ? {
            folder: await readBackupFolder(path, dataDir),
            path,
            installedAt: await findInstallationStart(db),
            isRunning: await isBackupRunning(db),
          }
        : undefined,
    }),
  ],
};

/** Reads the newest encrypted backup from the bucket itself, because a record here does not prove that it is still there. */
async function assessBucket(target: S3Config, now: Date): Promise<Found> {
  const bucket = await openBackupBucket(target);
  try {
    const newest = (await bucket.list()).at(-1);
    if (!newest) return warning({ seen: "the bucket of BACKUP_TO has none yet", advice: NIGHTLY_ADVICE });
    const { name, bytes, sentAt } = newest;
    const seen = `the newest in the bucket of BACKUP_TO is ${ageOf(sentAt, now)} old (${name}, ${Math.ceil(bytes / 1e6)} MB); only the private key opens it, which does not belong on this machine`;
    return daysOf(sentAt, now) >= OLD_NIGHTLY_DAYS ? fault({ seen, advice: AWAY_ADVICE }) : ok({ seen });
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return fault({ seen: `the bucket of BACKUP_TO cannot be read: ${reason}`, advice: AWAY_ADVICE });
  } finally {
    bucket.close();
  }
}

/** Assesses the last backup. An overdue backup is a fault, because the operator relies on it. */
export function assessBackup(
  backup: LastBackup | undefined,
  now: Date,
  { problem, nightly }: { problem?: BackupProblem | undefined; nightly?: Nightly | undefined } = {},
): Found {
  if (problem) {
    const seen = `the last one failed ${ageOf(problem.foundAt, now)} ago: ${problem.problem}`;
    return fault({ seen, advice: PROBLEM_ADVICE[problem.kind] });
  }
  if (nightly?.folder.problem) return fault({ seen: nightly.folder.problem, advice: PROBLEM_ADVICE.folder });
  const oldDays = nightly ? OLD_NIGHTLY_DAYS : OLD_DAYS;
  if (!backup) return nightly ? assessNone(nightly, now) : warning({ seen: NONE, advice: ADVICE });
  const { finishedAt, verifiedAt, bytes, rows, files } = backup;
  const contents = `${rows} rows, ${files} uploads, ${Math.ceil(bytes / 1e6)} MB`;
  const seen = `the last one is ${ageOf(finishedAt, now)} old (${contents}); ${verifiedText(verifiedAt, now)}`;
  const advice = nightly ? NIGHTLY_ADVICE : ADVICE;
  if (daysOf(finishedAt, now) >= oldDays) return fault({ seen, advice });
  const folderProblem = nightly && assessFolder(nightly, backup, now);
  if (folderProblem) return { ...folderProblem, seen: `${seen}; ${folderProblem.seen}` };
  return verifiedAt && daysOf(verifiedAt, now) >= oldDays ? warning({ seen, advice }) : ok({ seen });
}

const NONE = "none was made by `npm run backup`";

function assessNone({ installedAt, isRunning }: Nightly, now: Date): Found {
  if (isRunning) return warning({ seen: "the first one is being made", advice: "Check again later." });
  const level = daysOf(installedAt, now) >= OLD_NIGHTLY_DAYS ? fault : warning;
  return level({ seen: "none was made yet", advice: NIGHTLY_ADVICE });
}

/** Compares the folder's archives with the recorded one. Returns undefined if they match. */
function assessFolder({ folder, path }: Nightly, backup: LastBackup, now: Date): Found | undefined {
  if (folder.problem !== null) return undefined;
  const { archives, freeBytes, isOnDataDisk } = folder;
  const { file, bytes } = backup;
  if (file !== null && dirname(file) === path) {
    const size = archives.get(file);
    if (size === undefined) return fault({ seen: `${file} is not there any more`, advice: GONE_ADVICE });
    if (size !== bytes)
      return fault({
        seen: `${file} has ${size} bytes instead of the ${bytes} that were written`,
        advice: GONE_ADVICE,
      });
  } else {
    const newest = /\d{4}-\d\d-\d\d/.exec([...archives.keys()].at(-1)?.slice(path.length) ?? "")?.[0];
    if (newest === undefined || daysOf(new Date(newest), now) > OLD_NIGHTLY_DAYS)
      return fault({ seen: `${path} has no archive of the last two nights`, advice: NIGHTLY_ADVICE });
  }
  if (freeBytes < bytes)
    return warning({ seen: `${path} has no room for the next one`, advice: PROBLEM_ADVICE.room });
  if (!isOnDataDisk) return undefined;
  const advice = "Mount another disk there, or copy the archives to another machine.";
  return warning({ seen: `${path} is on the disk of DATA_DIR, and would be lost with it`, advice });
}

const verifiedText = (verifiedAt: Date | null, now: Date) =>
  verifiedAt ? `the last test restore was ${ageOf(verifiedAt, now)} ago` : "no test restore yet (--verify)";

const daysOf = (time: Date, now: Date) => Math.floor((now.getTime() - time.getTime()) / DAY_MS);

function ageOf(time: Date, now: Date): string {
  const days = daysOf(time, now);
  return days < 1 ? "less than a day" : `${days} ${days === 1 ? "day" : "days"}`;
}
