import { dirname } from "node:path";
import type { Message } from "../../../../contract/texts.ts";
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
import { errorMessage } from "../../../platform/failure.ts";
import type { S3Config } from "../../../platform/storage/s3-url.ts";
import { type Check, type Found, fault, ok, shared, warning } from "../check.ts";
import { backupMessages as messages } from "./backup-messages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 8;
/** Two days, because a restart may skip one night. */
const OLD_NIGHTLY_DAYS = 2;
const PROBLEM_ADVICE: Record<BackupProblemKind, Message> = {
  room: messages.roomAdvice,
  folder: messages.folderAdvice,
  database: messages.databaseAdvice,
  files: messages.filesAdvice,
  other: messages.otherAdvice,
};

/** The state of an installation with nightly backups. */
export type Nightly = {
  folder: BackupFolder;
  path: string;
  installedAt: Date;
  isRunning: boolean;
};

/** Reads the last success of `npm run backup`, and whether the archives are still in BACKUP_FOLDER. Does not see backups made in another way. */
export const backupCheck: Check = {
  id: "backup",
  name: messages.name,
  advice: shared.startOnce,
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
    if (!newest) return warning({ seen: messages.bucketEmpty, advice: messages.nightlyAdvice });
    const { name, bytes, sentAt } = newest;
    const days = daysOf(sentAt, now);
    const seen = messages.bucket({ days, name, megabytes: Math.ceil(bytes / 1e6) });
    return days >= OLD_NIGHTLY_DAYS ? fault({ seen, advice: messages.bucketAdvice }) : ok({ seen });
  } catch (error) {
    const seen = messages.bucketUnreadable({ failure: errorMessage(error) });
    return fault({ seen, advice: messages.bucketAdvice });
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
    const seen = messages.failed({ days: daysOf(problem.foundAt, now), problem: problem.problem });
    return fault({ seen, advice: PROBLEM_ADVICE[problem.kind] });
  }
  if (nightly?.folder.problem) return fault({ seen: nightly.folder.problem, advice: messages.folderAdvice });
  const oldDays = nightly ? OLD_NIGHTLY_DAYS : OLD_DAYS;
  if (!backup)
    return nightly ? assessNone(nightly, now) : warning({ seen: messages.none, advice: messages.advice });
  const { finishedAt, verifiedAt, bytes, rows, files } = backup;
  const days = daysOf(finishedAt, now);
  const seen = [
    messages.last({ days, rows, files, megabytes: Math.ceil(bytes / 1e6) }),
    verifiedAt ? messages.verified({ days: daysOf(verifiedAt, now) }) : messages.unverified,
  ];
  const advice = nightly ? messages.nightlyAdvice : messages.advice;
  if (days >= oldDays) return fault({ seen, advice });
  const folderProblem = nightly && assessFolder(nightly, backup, now);
  if (folderProblem) return { ...folderProblem, seen: [seen, folderProblem.seen].flat(2) };
  return verifiedAt && daysOf(verifiedAt, now) >= oldDays ? warning({ seen, advice }) : ok({ seen });
}

function assessNone({ installedAt, isRunning }: Nightly, now: Date): Found {
  if (isRunning) return warning({ seen: messages.firstRuns, advice: messages.firstRunsAdvice });
  const level = daysOf(installedAt, now) >= OLD_NIGHTLY_DAYS ? fault : warning;
  return level({ seen: messages.noneYet, advice: messages.nightlyAdvice });
}

/** Compares the folder's archives with the recorded one. Returns undefined if they match. */
function assessFolder({ folder, path }: Nightly, backup: LastBackup, now: Date): Found | undefined {
  if (folder.problem !== null) return undefined;
  const { archives, freeBytes, isOnDataDisk } = folder;
  const { file, bytes } = backup;
  if (file !== null && dirname(file) === path) {
    const size = archives.get(file);
    if (size === undefined) return fault({ seen: messages.gone({ file }), advice: messages.goneAdvice });
    if (size !== bytes)
      return fault({ seen: messages.changed({ file, size, bytes }), advice: messages.goneAdvice });
  } else {
    const newest = /\d{4}-\d\d-\d\d/.exec([...archives.keys()].at(-1)?.slice(path.length) ?? "")?.[0];
    if (newest === undefined || daysOf(new Date(newest), now) > OLD_NIGHTLY_DAYS)
      return fault({ seen: messages.noArchive({ folder: path }), advice: messages.nightlyAdvice });
  }
  if (freeBytes < bytes)
    return warning({ seen: messages.noRoom({ folder: path }), advice: messages.roomAdvice });
  if (!isOnDataDisk) return undefined;
  return warning({ seen: messages.sameDisk({ folder: path }), advice: messages.sameDiskAdvice });
}

const daysOf = (time: Date, now: Date) => Math.floor((now.getTime() - time.getTime()) / DAY_MS);
