import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createFileDurably } from "../fs/durable.ts";
import type { S3Config } from "./s3-url.ts";

/** The file with the id of a folder. It begins with a dot, unlike any key. */
const MARKER = ".storage-id";

/** Returns the id of the bucket or folder where this process stores files: processes with the same id share it. */
export async function readStorageId(options: { s3: S3Config | undefined; dataDir: string }): Promise<string> {
  const { s3, dataDir } = options;
  if (s3) {
    const bucket = `${s3.endpoint ?? ""} ${s3.bucket}`;
    return createHash("sha256").update(bucket).digest("hex").slice(0, 16);
  }
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, MARKER);
  const found = await readId(path);
  if (found) return found;
  await createFileDurably(path, `${randomBytes(8).toString("hex")}\n`);
  const created = await readId(path);
  if (created) return created;
  throw new Error(`${path} does not hold an id. Delete it, and start again.`);
}

async function readId(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return /^[0-9a-f]{16}$/.exec(text.trim())?.[0];
}
