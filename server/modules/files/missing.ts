import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { digitalKey } from "./keys.ts";
import { storedBytes } from "./stored-bytes.ts";
import { files } from "./tables.ts";

const isNeeded = and(eq(files.purpose, "digital"), isNull(files.unreferencedSince), gt(files.size, 0));
/** Each is a request to a bucket. */
const MAX_READ = 200;

/** Checks the bytes of the newest private files that a product or order needs. Returns the number checked, and the ids of missing or differently sized ones. */
export async function findMissingFiles(
  { db, storage }: { db: Queries; storage: Storage },
  { limit }: { limit: number },
): Promise<{ checked: number; missing: string[] }> {
  const needed = await db
    .select({ id: files.id, size: files.size })
    .from(files)
    .where(isNeeded)
    .orderBy(desc(files.createdAt))
    .limit(limit);
  const isStored = await Promise.all(
    needed.map(async ({ id, size }) => (await storedBytes(storage, digitalKey(id))) === size),
  );
  return { checked: needed.length, missing: needed.filter((_, at) => !isStored[at]).map(({ id }) => id) };
}

/**
 * Reads random private files that a product or order needs, and compares their SHA-256 with the stored one. Stops after `bytes` or
 * `milliseconds`. Returns the number of fully read files, and the ids of changed ones.
 */
export async function findChangedFiles(
  { db, storage }: { db: Queries; storage: Storage },
  budget: { bytes: number; milliseconds: number },
): Promise<{ read: number; changed: string[] }> {
  const endsAt = performance.now() + budget.milliseconds;
  const chosen = await db
    .select({ id: files.id, size: files.size, sha256: files.sha256 })
    .from(files)
    .where(and(isNeeded, lte(files.size, budget.bytes)))
    .orderBy(sql`random()`)
    .limit(MAX_READ);
  const changed: string[] = [];
  let read = 0;
  let bytesLeft = budget.bytes;
  for (const { id, size, sha256 } of chosen) {
    if (size > bytesLeft) continue;
    bytesLeft -= size;
    const opened = await storage.openFile(digitalKey(id));
    if (!opened) continue;
    const hash = createHash("sha256");
    for await (const chunk of opened.stream) {
      hash.update(chunk);
      if (performance.now() > endsAt) return { read, changed };
    }
    read += 1;
    if (!hash.digest().equals(sha256)) changed.push(id);
  }
  return { read, changed };
}

/** Each is a request to a bucket that the start waits for. */
const REPORTED = 3;

/** Logs an error if none of the newest sold files is stored: STORAGE_URL or DATA_DIR has changed without moving the files. */
export async function reportMissingFiles(parts: {
  db: Queries;
  storage: Storage;
  log: Pick<Log, "error">;
}): Promise<void> {
  const { checked, missing } = await findMissingFiles(parts, { limit: REPORTED });
  if (checked === 0 || missing.length < checked) return;
  parts.log.error(
    { missing },
    "the newest files that are sold are not in the storage: if STORAGE_URL or DATA_DIR has changed, move the files there (docs/storage.md); npm run doctor looks for more of them",
  );
}
