import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn, timestamptz } from "./columns.ts";

/** A single row: the last success of `npm run backup`, and its contents. Unknown for backups by releases up to 0.2. */
export const lastBackup = pgTable(
  "last_backup",
  {
    single: boolean().primaryKey().default(true),
    finishedAt: timestamptz("finished_at").notNull().defaultNow(),
    /** Where the file was written; null: by an earlier release. */
    file: text(),
    /** The size of the file. */
    bytes: bigintColumn("bytes"),
    rows: bigintColumn("row_count"),
    files: bigintColumn("file_count"),
    /** When a backup was last restored into a scratch database and found complete; null: never. */
    verifiedAt: timestamptz("verified_at"),
  },
  (table) => [check("last_backup_single", sql`${table.single}`)],
);

/** The subject of a failed backup: room on a disk, a folder and its mount, the database, the stored files, or the reason alone. */
export type BackupProblemKind = "room" | "folder" | "database" | "files" | "other";

/** A single row while the last `npm run backup` has failed or found changed files; otherwise none. */
export const backupProblem = pgTable(
  "backup_problem",
  {
    single: boolean().primaryKey().default(true),
    foundAt: timestamptz("found_at").notNull().defaultNow(),
    problem: text().notNull(),
    /** Null: recorded by an earlier release. */
    kind: text().$type<BackupProblemKind>(),
  },
  (table) => [check("backup_problem_single", sql`${table.single}`)],
);
