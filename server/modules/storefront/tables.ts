import { bigint, pgTable, timestamp } from "drizzle-orm/pg-core";

/** Changed pages that a CDN has not yet been told to forget. Rows are only added and deleted, so that no change waits for another. Without a foreign key: the pages of a deleted creator are forgotten, too. */
export const pagePurges = pgTable("page_purges", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  creatorId: bigint("creator_id", { mode: "number" }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
