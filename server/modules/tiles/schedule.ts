import { and, gt, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { TileState } from "../../../contract/api/tiles.ts";
import { tiles } from "./tables.ts";

/** Returns a time in SQL: the current time of the database's clock, or the time of a preview. */
const momentOf = (at: Date | undefined): SQL =>
  at === undefined ? sql`now()` : sql`${at.toISOString()}::timestamptz`;

/**
 * Returns the condition that a tile is on its page at a moment, by default now: not hidden, after its start
 * and before its end.
 */
export function isLive(at?: Date): SQL | undefined {
  const moment = momentOf(at);
  return and(
    not(tiles.hidden),
    not(tiles.blocked),
    or(isNull(tiles.startsAt), lte(tiles.startsAt, moment)),
    or(isNull(tiles.endsAt), gt(tiles.endsAt, moment)),
  );
}

/** The `state` of a tile at a moment, by default now, as a column of a query of tiles. */
export function tileState(at?: Date): SQL<TileState> {
  const moment = momentOf(at);
  return sql<TileState>`case when ${tiles.blocked} then 'blocked' when ${tiles.hidden} then 'hidden' when ${tiles.endsAt} <= ${moment} then 'ended' when ${tiles.startsAt} > ${moment} then 'scheduled' else 'live' end`;
}

const future = (time: typeof tiles.startsAt | typeof tiles.endsAt) =>
  sql`min(${time}) filter (where ${time} > now())`;

/**
 * The next start or end of a tile by the database's clock, or null, as a column of a query of creators. Read it
 * before the tiles, so that a change in between counts as due.
 */
export function nextTileChange(creatorId: AnyPgColumn): SQL<Date | null> {
  const next = sql`least(${future(tiles.startsAt)}, ${future(tiles.endsAt)})`;
  return sql<Date | null>`(select ${next} from ${tiles} where ${tiles.creatorId} = ${creatorId} and not ${tiles.hidden})`.mapWith(
    tiles.startsAt,
  );
}
