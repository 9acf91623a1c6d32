import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn, timestamptz } from "./columns.ts";

/** A single row: the last success of `npm run backup`, and its contents. */
export const lastBackup = pgTable(
  "last_backup",
  {
    single: boolean().primaryKey().default(true),
    finishedAt: timestamptz("finished_at").notNull().defaultNow(),
    /** The path of the file. Null until the first backup after an upgrade from commit 25e65fde, which did not record it. */
    file: text(),
    /** The size of the file. */
    bytes: bigintColumn("bytes").notNull(),
    rows: bigintColumn("row_count").notNull(),
    files: bigintColumn("file_count").notNull(),
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
    kind: text().$type<BackupProblemKind>().notNull(),
  },
  (table) => [check("backup_problem_single", sql`${table.single}`)],
);
