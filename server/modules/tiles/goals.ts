import { and, eq, sql } from "drizzle-orm";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { tiles } from "./tables.ts";

/** Returns whether a creator has a goal whose progress depends on sales. */
export async function hasGoalOfSales(db: Queries, creatorId: number): Promise<boolean> {
  const ofSales = sql`${tiles.goal} ->> 'from' <> 'hand'`;
  const [row] = await db
    .select({ id: tiles.id })
    .from(tiles)
    .where(and(eq(tiles.creatorId, creatorId), eq(tiles.type, "goal"), ofSales, isNotDeleted(tiles)))
    .limit(1);
  return row !== undefined;
}
