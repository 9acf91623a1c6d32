import { createHash, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { S3Place } from "./s3-url.ts";

/** No key begins with a dot. */
const MARKER = ".storage-id";

/** Identifies the place where this process stores files: processes with one id share one bucket or one folder. */
export async function readStorageId(options: {
  place: S3Place | undefined;
  dataDir: string;
}): Promise<string> {
  const { place, dataDir } = options;
  if (place) {
    const bucket = `${place.endpoint ?? ""} ${place.bucket}`;
    return createHash("sha256").update(bucket).digest("hex").slice(0, 16);
  }
  const folder = join(dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, MARKER);
  return (await readId(path)) ?? createId(path);
}

/** A link fails when another process was first; its id counts then. */
async function createId(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  const id = randomBytes(8).toString("hex");
  await writeFile(draft, `${id}\n`, { mode: 0o600, flag: "wx" });
  try {
    await link(draft, path);
    return id;
  } catch (error) {
    const other = await readId(path);
    if (other) return other;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readId(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return /^[0-9a-f]{16}$/.exec(text.trim())?.[0];
}
