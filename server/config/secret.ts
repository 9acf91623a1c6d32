import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createFileDurably } from "../platform/fs/durable.ts";

/** Returns the secret that this installation signs tokens with. It is created once and stored in DATA_DIR. Only the owner can read it. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const kept = await readSecret(path);
  if (kept) return kept;
  // When several processes start at once, one creates the secret and all read it.
  await createFileDurably(path, `${randomBytes(32).toString("base64url")}\n`);
  const made = await readSecret(path);
  if (!made)
    throw new Error(`${path} is empty. Put back the one from your backup, or remove it to make a new one.`);
  return made;
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
