import { randomUUID } from "node:crypto";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

type Contents = string | Uint8Array;

/** Writes a file so that it is complete or absent, even after a power cut. `temp` is the path of the temporary file, in the same folder. */
export async function writeFileDurably(
  path: string,
  contents: Contents,
  temp = draftOf(path),
): Promise<void> {
  try {
    await writeDraft(temp, contents);
    await rename(temp, path);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  await syncPath(dirname(path));
}

/** Like `writeFileDurably`, but does not replace an existing file, so that only one of several processes writes it. Returns whether this one did. */
export async function createFileDurably(path: string, contents: Contents): Promise<boolean> {
  const temp = draftOf(path);
  try {
    await writeDraft(temp, contents);
    await link(temp, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(temp, { force: true });
    await syncPath(dirname(path));
  }
}

/** Returns whether a path leads to a file or folder that this process can see. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Flushes a file's contents, or a folder's entries, to disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

const draftOf = (path: string) => `${path}.${randomUUID()}`;

async function writeDraft(temp: string, contents: Contents): Promise<void> {
  const file = await open(temp, "w", 0o600);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
}
