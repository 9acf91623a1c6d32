import { bigint, date, pgTable, timestamp } from "drizzle-orm/pg-core";
import { creators } from "../creators/tables.ts";

/** The creators who receive the weekly digest. */
export const weeklyDigests = pgTable("weekly_digests", {
  creatorId: bigint("creator_id", { mode: "number" })
    .primaryKey()
    .references(() => creators.id, { onDelete: "cascade" }),
  /** The Monday, in the creator's time zone, of the last one that was written or had nothing to say. */
  lastMonday: date("last_monday"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
