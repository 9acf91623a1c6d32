import { and, eq, sql } from "drizzle-orm";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { inPageOrder } from "./repository.ts";
import { tiles } from "./tables.ts";

/** Returns the ids of a creator's tiles in page order. */
export async function listTileIds(db: Queries, creatorId: number): Promise<number[]> {
  const rows = await db
    .select({ id: tiles.id })
    .from(tiles)
    .where(and(eq(tiles.creatorId, creatorId), isNotDeleted(tiles)))
    .orderBy(...inPageOrder);
  return rows.map(({ id }) => id);
}

/** Sets the position of every tile of a page to its index in `ids`. */
export async function setTileOrder(db: Queries, creatorId: number, ids: readonly number[]): Promise<void> {
  const order = sql`select id, place - 1 as place from unnest(${sql.param([...ids])}::bigint[]) with ordinality as o(id, place)`;
  await db.execute(
    sql`update ${tiles} set position = o.place from (${order}) o where ${tiles.id} = o.id and ${tiles.creatorId} = ${creatorId} and ${tiles.position} <> o.place`,
  );
}
