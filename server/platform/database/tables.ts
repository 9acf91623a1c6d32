import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn, timestamptz } from "./columns.ts";

/** A single row: the last success of `npm run backup`, and its contents. Releases up to 0.2 did not record it. */
export const lastBackup = pgTable(
  "last_backup",
  {
    single: boolean().primaryKey().default(true),
    finishedAt: timestamptz("finished_at").notNull().defaultNow(),
    /** The path of the file, or null if an earlier release wrote it. */
    file: text(),
    /** The size of the file. */
    bytes: bigintColumn("bytes"),
    rows: bigintColumn("row_count"),
    files: bigintColumn("file_count"),
    /** When a backup was last restored into a scratch database and found complete, or null if never. */
    verifiedAt: timestamptz("verified_at"),
  },
  (table) => [check("last_backup_single", sql`${table.single}`)],
);

/** The cause of a backup's problem: disk space, a folder or its mount, the database, the stored files, or anything else. */
export type BackupProblemKind = "room" | "folder" | "database" | "files" | "other";

/** A single row while the last `npm run backup` has failed or found changed files. Otherwise there is none. */
export const backupProblem = pgTable(
  "backup_problem",
  {
    single: boolean().primaryKey().default(true),
    foundAt: timestamptz("found_at").notNull().defaultNow(),
    problem: text().notNull(),
    /** Null if an earlier release recorded it. */
    kind: text().$type<BackupProblemKind>(),
  },
  (table) => [check("backup_problem_single", sql`${table.single}`)],
);
