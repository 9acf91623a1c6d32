import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uuid } from "drizzle-orm/pg-core";
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

/** One row if visits have, or had, a database of their own: in which of the two they are. */
export const eventLocation = pgTable(
  "event_location",
  {
    single: boolean().primaryKey().default(true),
    /** Of the database of visits, so that none of another installation takes its place. */
    databaseId: uuid("database_id").notNull(),
    location: text().$type<"main" | "own">().notNull(),
    /** The rest of a move to `location` is not copied yet: what was stored from `restSince` on, up to the event `lastId`. */
    isMoving: boolean("is_moving").notNull().default(false),
    restSince: timestamptz("rest_since"),
    lastId: bigintColumn("last_id"),
  },
  (table) => [
    check("event_location_single", sql`${table.single}`),
    check("event_location_known", sql`${table.location} in ('main', 'own')`),
  ],
);
