import { pgTable } from "drizzle-orm/pg-core";
import { bigintColumn, createdAt, identity } from "../../platform/database/columns.ts";

/** Changed pages that a CDN has not yet been told to forget. Rows are only added and deleted, so that no change waits for another. Without a foreign key: the pages of a deleted creator are forgotten, too. */
export const pagePurges = pgTable("page_purges", {
  id: identity(),
  creatorId: bigintColumn("creator_id").notNull(),
  createdAt: createdAt(),
});
