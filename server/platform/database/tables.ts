import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** One row: when `npm run backup` has last succeeded, and what it saved; unknown of backups by releases up to 0.2. */
export const lastBackup = pgTable(
  "last_backup",
  {
    single: boolean().primaryKey().default(true),
    finishedAt: timestamp("finished_at", { withTimezone: true }).notNull().defaultNow(),
    /** The size of the file. */
    bytes: bigint({ mode: "number" }),
    rows: bigint("row_count", { mode: "number" }),
    files: bigint("file_count", { mode: "number" }),
    /** When a backup was last restored into a scratch database and found complete; null: never. */
    verifiedAt: timestamp("verified_at", { withTimezone: true }),
  },
  (table) => [check("last_backup_single", sql`${table.single}`)],
);

/** One row while the last `npm run backup` has failed, or has found that files have other bytes than were uploaded; none otherwise. */
export const backupProblem = pgTable(
  "backup_problem",
  {
    single: boolean().primaryKey().default(true),
    foundAt: timestamp("found_at", { withTimezone: true }).notNull().defaultNow(),
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
    restSince: timestamp("rest_since", { withTimezone: true }),
    lastId: bigint("last_id", { mode: "number" }),
  },
  (table) => [
    check("event_location_single", sql`${table.single}`),
    check("event_location_known", sql`${table.location} in ('main', 'own')`),
  ],
);
