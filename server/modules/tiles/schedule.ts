import { and, eq, gt, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { TileState } from "../../../contract/tiles.ts";
import { type Database, lazyPrepared } from "../../platform/database/index.ts";
import { tiles } from "./tables.ts";

/** A moment in SQL: now by the database's clock, or the one that a preview is of. */
const momentOf = (at: Date | undefined): SQL =>
  at === undefined ? sql`now()` : sql`${at.toISOString()}::timestamptz`;

/** The condition that a tile is on its page now, or at another moment: neither hidden nor before its start nor past its end. */
export function isLive(at?: Date): SQL | undefined {
  const moment = momentOf(at);
  return and(
    not(tiles.hidden),
    or(isNull(tiles.startsAt), lte(tiles.startsAt, moment)),
    or(isNull(tiles.endsAt), gt(tiles.endsAt, moment)),
  );
}

/** The column `state` of a tile now, or at another moment. */
export function tileState(at?: Date): SQL<TileState> {
  const moment = momentOf(at);
  return sql<TileState>`case when ${tiles.hidden} then 'hidden' when ${tiles.endsAt} <= ${moment} then 'ended' when ${tiles.startsAt} > ${moment} then 'scheduled' else 'live' end`;
}

const future = (time: typeof tiles.startsAt | typeof tiles.endsAt) =>
  sql`min(${time}) filter (where ${time} > now())`;

const nextChangeOf = lazyPrepared((db) =>
  db
    .select({
      at: sql<Date | null>`least(${future(tiles.startsAt)}, ${future(tiles.endsAt)})`.mapWith(tiles.startsAt),
    })
    .from(tiles)
    .where(and(eq(tiles.creatorId, sql.placeholder("creatorId")), not(tiles.hidden)))
    .prepare("next_tile_change"),
);

/** Returns when the next tile of a page starts or ends by the database's clock; null when none will. Read it before the tiles: a change in between is then seen as due. */
export async function findNextTileChange(db: Database, creatorId: number): Promise<Date | null> {
  const [row] = await nextChangeOf(db).execute({ creatorId });
  return row?.at ?? null;
}
