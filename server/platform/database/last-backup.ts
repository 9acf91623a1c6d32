import { sql } from "drizzle-orm";
import type { Queries } from "./index.ts";
import { lastBackup } from "./tables.ts";

/** Records that a backup is complete, by the database's clock. */
export async function recordBackup(db: Queries): Promise<void> {
  await db
    .insert(lastBackup)
    .values({})
    .onConflictDoUpdate({ target: lastBackup.single, set: { finishedAt: sql`now()` } });
}

/** Returns when the last backup was complete; undefined when none was made. */
export async function findLastBackup(db: Queries): Promise<Date | undefined> {
  const [row] = await db.select({ finishedAt: lastBackup.finishedAt }).from(lastBackup);
  return row?.finishedAt;
}
