import { chmod, type FileHandle, mkdir, open, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Clock, systemClock } from "../../clock/index.ts";
import { syncPath } from "../../fs/durable.ts";
import { errorCode, toStorageError } from "../errors.ts";
import { checkKey } from "../keys.ts";
import type { Storage } from "../port.ts";
import { openStaging } from "../staging.ts";

/** The folder of uploads in progress, inside the storage folder, so that saving a file is a rename. It begins with a dot, unlike any key. */
const STAGING = ".incoming";

/** Stores files in a local folder. With `groupReads` the group of the process can read them, so that a proxy can send them. */
export async function localStorage(options: {
  folder: string;
  groupReads?: boolean;
  clock?: Clock;
}): Promise<Storage> {
  const { clock = systemClock, groupReads = false } = options;
  const folderMode = groupReads ? 0o750 : 0o700;
  const folder = resolve(options.folder);
  const staging = await openStaging({ folder: join(folder, STAGING), clock });
  await chmod(folder, folderMode);
  await syncPath(dirname(folder));
  const pathOf = (key: string) => join(folder, checkKey(key));

  return {
    ...staging,
    async saveFile(key, temp) {
      const target = pathOf(key);
      try {
        // Set explicitly, because a service's umask would restrict the mode of a new file.
        if (groupReads) await chmod(temp.path, 0o640);
        await syncPath(temp.path);
        await mkdir(dirname(target), { recursive: true, mode: folderMode });
        if (groupReads) {
          for (let at = dirname(target); at.length > folder.length; at = dirname(at))
            await chmod(at, folderMode);
        }
        await rename(temp.path, target);
        for (let at = dirname(target); at.length >= folder.length; at = dirname(at)) await syncPath(at);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    async openFile(key, range) {
      const file = await openExisting(pathOf(key));
      if (!file) return null;
      try {
        const { size } = await file.stat();
        // The stream closes the file when it ends or is destroyed.
        return { stream: file.createReadStream(range), size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    pathOf,
    async deleteFile(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // An image's folder is deleted with its last variant. The shared folders of the first level stay.
      if (key.split("/").length > 2) await rmdir(dirname(path)).catch(() => {});
    },
    async stop() {},
  };
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
    throw error;
  }
}
