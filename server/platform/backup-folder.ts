import { access, constants, readdir, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { defineMessages, type Message } from "../../contract/texts.ts";
import { errorMessage } from "./failure.ts";

/** Matches the name of a nightly archive: its day, and in an unfinished one the process id of its writer. */
const ARCHIVE = /^tessera-(\d{4}-\d\d-\d\d)-\d{6}\.tar(?:\.(\d+)\.part)?$/;

/** The name of an encrypted archive in a bucket, made of the name of its archive. */
export const awayName = (archive: string): string => `${basename(archive)}.age`;

/** True for the name of an encrypted nightly archive. */
export const isAwayArchive = (name: string): boolean =>
  /^tessera-\d{4}-\d\d-\d\d-\d{6}\.tar\.age$/.test(name);

/** Returns the day of an archive by its name. */
export const dayOf = (name: string): string => /\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? "";

export type NightlyArchive = { path: string; name: string; day: string; isPart: boolean };

/** The contents of BACKUP_FOLDER, or the reason why nothing can be written there. */
export type BackupFolder =
  | { problem: Message }
  | {
      problem: null;
      /** The sizes of complete archives by their path, the newest last. */
      archives: Map<string, number>;
      freeBytes: number;
      isOnDataDisk: boolean;
    };

const messages = defineMessages("backup_folder", {
  noFolder: "BACKUP_FOLDER {folder} is not a folder",
  missing: "there is no folder {folder}, which BACKUP_FOLDER names",
  forbidden: "this user may not write to BACKUP_FOLDER: {failure}",
});

/** Returns why BACKUP_FOLDER cannot be used, or null if it can. */
export async function findFolderProblem(folder: string): Promise<Message | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return messages.noFolder({ folder });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing ? messages.missing({ folder }) : messages.forbidden({ failure: errorMessage(error) });
  }
}

/** Lists the nightly archives of a folder, oldest first. Includes unfinished ones and ignores other files. */
export async function listNightlyArchives(folder: string): Promise<NightlyArchive[]> {
  const names = (await readdir(folder)).sort();
  return names.flatMap((name) => {
    const [, day, part] = ARCHIVE.exec(name) ?? [];
    return day === undefined ? [] : [{ path: join(folder, name), name, day, isPart: part !== undefined }];
  });
}

export async function readBackupFolder(folder: string, dataDir: string): Promise<BackupFolder> {
  const problem = await findFolderProblem(folder);
  if (problem !== null) return { problem };
  const complete = (await listNightlyArchives(folder)).filter(({ isPart }) => !isPart);
  const sizes = await Promise.all(complete.map(async ({ path }) => [path, (await stat(path)).size] as const));
  const { bavail, bsize } = await statfs(folder);
  const [{ dev }, data] = await Promise.all([stat(folder), stat(dataDir)]);
  return { problem, archives: new Map(sizes), freeBytes: bavail * bsize, isOnDataDisk: dev === data.dev };
}
