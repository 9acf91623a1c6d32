import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { tiles } from "./tables.ts";

/** Returns the titles of tiles by id, including deleted ones that can be restored. */
export async function findTileTitles(db: Queries, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: tiles.id, title: tiles.title })
    .from(tiles)
    .where(inArray(tiles.id, [...ids]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Hides the tiles that administrators have blocked. The others follow their creator's settings again. */
export async function setBlockedTiles(
  tx: Transaction,
  { creatorId, ids }: { creatorId: number; ids: readonly number[] },
): Promise<void> {
  const isBlocked = ids.length === 0 ? sql<boolean>`false` : sql<boolean>`${inArray(tiles.id, [...ids])}`;
  await tx
    .update(tiles)
    .set({ blocked: isBlocked })
    .where(and(eq(tiles.creatorId, creatorId), sql`${tiles.blocked} is distinct from ${isBlocked}`));
}
