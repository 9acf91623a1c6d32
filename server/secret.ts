import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The secret that signs what this installation hands out: made once, kept in DATA_DIR for its owner's eyes only. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const kept = await readSecret(path);
  if (kept) return kept;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  try {
    // Linking fails when another process was first; its secret counts then.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dataDir);
  const made = await readSecret(path);
  if (!made)
    throw new Error(`${path} is empty. Put back the one from your backup, or remove it to make a new one.`);
  return made;
}

/** Writes the folder's entries to disk: without it a power cut may take the new name, and everything signed by then. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new Error(`${path} can be read by other users of this machine. Run: chmod 600 "${path}"`);
    }
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
