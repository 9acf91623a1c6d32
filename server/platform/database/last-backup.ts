import { sql } from "drizzle-orm";
import type { Queries } from "./index.ts";
import { lastBackup } from "./tables.ts";

/** What a backup holds; `bytes` is the size of its file. */
export type BackupContents = { bytes: number; rows: number; files: number };
export type LastBackup = typeof lastBackup.$inferSelect;

/** Records that a backup is complete, by the database's clock. */
export async function recordBackup(db: Queries, contents: BackupContents): Promise<void> {
  await db
    .insert(lastBackup)
    .values(contents)
    .onConflictDoUpdate({ target: lastBackup.single, set: { ...contents, finishedAt: sql`now()` } });
}

/** Records that the last backup was restored in a test and found complete. */
export async function recordVerification(db: Queries): Promise<void> {
  await db.update(lastBackup).set({ verifiedAt: sql`now()` });
}

/** Returns what is known of the last backup; undefined when none was made. */
export async function findLastBackup(db: Queries): Promise<LastBackup | undefined> {
  const [row] = await db.select().from(lastBackup);
  return row;
}
