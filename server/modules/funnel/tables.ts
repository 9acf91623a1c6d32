import { date, pgTable } from "drizzle-orm/pg-core";
import { createdAt, partOf } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

export const weeklyDigests = pgTable("weekly_digests", {
  creatorId: partOf("creator_id", () => creators.id).primaryKey(),
  /** The Monday of the last digest in the creator's time zone, even if it had nothing to report. */
  lastMonday: date("last_monday"),
  createdAt: createdAt(),
});
