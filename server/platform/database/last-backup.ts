import { sql } from "drizzle-orm";
import type { Queries } from "./index.ts";
import { type BackupProblemKind, backupProblem, lastBackup } from "./tables.ts";

/** The contents of a backup. `bytes` is the size of its file. */
export type BackupContents = { file: string; bytes: number; rows: number; files: number };
export type { BackupProblemKind };
export type BackupProblem = typeof backupProblem.$inferSelect;
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

/** Returns the record of the last backup, or undefined if none was made. */
export async function findLastBackup(db: Queries): Promise<LastBackup | undefined> {
  const [row] = await db.select().from(lastBackup);
  return row;
}

const MAX_PROBLEM = 1000;

export type NewBackupProblem = { problem: string; kind: BackupProblemKind };

/** Records the reason why the last backup failed, or the problem that it found. Null clears it. */
export async function recordBackupProblem(db: Queries, problem: NewBackupProblem | null): Promise<void> {
  if (problem === null) {
    await db.delete(backupProblem);
    return;
  }
  const found = { ...problem, problem: problem.problem.slice(0, MAX_PROBLEM) };
  await db
    .insert(backupProblem)
    .values(found)
    .onConflictDoUpdate({ target: backupProblem.single, set: { ...found, foundAt: sql`now()` } });
}

/** Returns the problem of the last backup, or undefined if it had none. */
export async function findBackupProblem(db: Queries): Promise<BackupProblem | undefined> {
  const [row] = await db.select().from(backupProblem);
  return row;
}

/** Returns when the installation was first started. */
export async function findInstallationStart(db: Queries): Promise<Date> {
  const { rows } = await db.execute<{ at: Date }>(
    sql`select coalesce(min(applied_at), now()) as at from schema_migrations`,
  );
  return new Date(rows[0]?.at ?? Number.NaN);
}
