import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn, timestamptz } from "./columns.ts";

/** One row: when `npm run backup` has last succeeded, and what it saved; unknown of backups by releases up to 0.2. */
export const lastBackup = pgTable(
  "last_backup",
  {
    single: boolean().primaryKey().default(true),
    finishedAt: timestamptz("finished_at").notNull().defaultNow(),
    /** The size of the file. */
    bytes: bigintColumn("bytes"),
    rows: bigintColumn("row_count"),
    files: bigintColumn("file_count"),
    /** When a backup was last restored into a scratch database and found complete; null: never. */
    verifiedAt: timestamptz("verified_at"),
  },
  (table) => [check("last_backup_single", sql`${table.single}`)],
);

/** One row while the last `npm run backup` has failed, or has found that files have other bytes than were uploaded; none otherwise. */
export const backupProblem = pgTable(
  "backup_problem",
  {
    single: boolean().primaryKey().default(true),
    foundAt: timestamptz("found_at").notNull().defaultNow(),
    problem: text().notNull(),
  },
  (table) => [check("backup_problem_single", sql`${table.single}`)],
);
