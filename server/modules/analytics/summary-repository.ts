import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Device, EventType } from "../../../contract/api/analytics.ts";
import type { TileState } from "../../../contract/api/tiles.ts";
import { RECENT_EVENTS } from "../../../contract/rules/limits.ts";
import { isClickable as hasLink, TILE_TYPE_NAMES } from "../../../contract/rules/tile-types.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { products } from "../products/index.ts";
import { tileState, tiles } from "../tiles/index.ts";
import { pageCountsOf, tileCountsOf } from "./rollups.ts";
import { partitionOf } from "./rules.ts";
import { events, type FILTERED } from "./tables.ts";

type Period = { creatorId: number; start: Date };

/** The maximum length of a list in a summary. */
const MAX_GROUPS = 250;

const firstDay = ({ start }: Period) => sql`${start.toISOString().slice(0, 10)}::date`;

/** The counts of the last seconds, which the daily counts do not contain yet. */
const pending = ({ creatorId, start }: Period) =>
  sql`(select * from pending_counts where creator_id = ${creatorId} and created_at >= ${start.toISOString()}::timestamptz)`;

/** Returns the time of the database's clock, which all nodes share. */
export async function readNow(tx: Queries): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(sql`select extract(epoch from now()) * 1000 as now`);
  return new Date(Number(rows[0]?.now));
}

export type DayCount = { date: string; event: EventType | typeof FILTERED; count: number };

export async function countByDay(tx: Transaction, period: Period): Promise<DayCount[]> {
  const { rows } = await tx.execute<DayCount>(sql`
    select day::text as date, name as event, sum(count)::bigint as count
    from (
      select day, name, count from daily_counts
      where creator_id = ${period.creatorId} and day >= ${firstDay(period)} and kind = 'event'
      union all
      select day, name, count from (${pageCountsOf(pending(period))}) p where kind = 'event'
    ) counts
    group by day, name`);
  return rows;
}

export type TileRow = Pick<typeof tiles.$inferSelect, "id" | "title" | "type" | "imageUrl"> & {
  createdAt: string;
  /** The UTC day on which the tile was created. */
  since: string;
  /** The UTC days of its start and its end, or null. */
  startDay: string | null;
  endDay: string | null;
  state: TileState;
};

/** The tile types of this release except blocks without a link, which nobody can click. */
const CLICKABLE = TILE_TYPE_NAMES.filter((type) => hasLink({ type }));

export const isClickable = ({ type }: Pick<TileRow, "type">) => CLICKABLE.includes(type);

/** Returns all tiles in page order, each with its own image or its product's. */
export function listTiles(tx: Transaction, creatorId: number): Promise<TileRow[]> {
  const { id, title, type } = tiles;
  const imageUrl = sql<string | null>`coalesce(${tiles.imageUrl}, ${products.mediaUrl})`;
  const dayOf = (time: PgColumn) => sql<string>`((${time} at time zone 'UTC')::date)::text`;
  return tx
    .select({
      id,
      title,
      type,
      imageUrl,
      createdAt: sql<string>`${tiles.createdAt}::text`,
      since: dayOf(tiles.createdAt),
      startDay: dayOf(tiles.startsAt) as SQL<string | null>,
      endDay: dayOf(tiles.endsAt) as SQL<string | null>,
      state: tileState(),
    })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(and(eq(tiles.creatorId, creatorId), isNotDeleted(tiles)))
    .orderBy(asc(tiles.position), asc(tiles.id));
}

export type TileCount = {
  tileId: number;
  event: "tile_click" | "purchase" | "play" | "page_view";
  count: number;
};

/**
 * Counts the clicks, plays and purchases of each of a creator's tiles. Also counts the views of the tile's
 * first day, if it is in the period.
 */
export async function countByTile(
  tx: Transaction,
  period: Period & { tiles: readonly Pick<TileRow, "id" | "createdAt">[] },
): Promise<TileCount[]> {
  const ids = sql.param(period.tiles.map(({ id }) => id));
  const { rows } = await tx.execute<TileCount>(sql`
    select counts.tile_id as "tileId", counts.event, sum(counts.count)::bigint as count
    from tiles t join (
      select * from daily_tile_counts where day >= ${firstDay(period)} and tile_id = any(${ids}::bigint[])
      union all
      select * from (${tileCountsOf(pending(period))}) p
    ) counts on counts.tile_id = t.id
    where t.id = any(${ids}::bigint[]) and (counts.event <> 'page_view' or counts.day = (t.created_at at time zone 'UTC')::date)
    group by 1, 2`);
  return rows;
}

export type Groups = {
  devices: { device: Device; count: number }[];
  countries: { country: string; count: number }[];
  sources: { source: string; count: number }[];
};

/** Counts page views by device, country and source, most frequent first. */
export async function countVisits(tx: Transaction, period: Period): Promise<Groups> {
  const { rows } = await tx.execute<{ kind: string; name: string; count: number }>(sql`
    select kind, name, count from (
      select kind, name, sum(count)::bigint as count,
        row_number() over (partition by kind order by sum(count) desc, name) as rank
      from (
        select kind, name, count from daily_counts
        where creator_id = ${period.creatorId} and day >= ${firstDay(period)} and kind <> 'event'
        union all
        select kind, name, count from (${pageCountsOf(pending(period))}) p where kind <> 'event'
      ) counts
      group by kind, name
    ) ranked
    where rank <= ${MAX_GROUPS}
    order by kind, rank`);
  const rowsOf = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    devices: rowsOf("device").map(({ name, count }) => ({ device: name as Device, count })),
    countries: rowsOf("country").map(({ name, count }) => ({ country: name, count })),
    sources: rowsOf("source").map(({ name, count }) => ({ source: name, count })),
  };
}

type RecentEvent = { tileId: number | null; event: EventType; createdAt: Date };

/**
 * Returns the newest events of a creator. Reads only days with counts, because an unbounded query takes
 * longer with every day.
 */
export async function listRecent(
  tx: Transaction,
  { creatorId, counts }: { creatorId: number; counts: DayCount[] },
): Promise<RecentEvent[]> {
  const isOn = daysOfNewest(counts).map((day) => {
    const { from, to } = partitionOf(day);
    return and(gte(events.createdAt, new Date(from)), lt(events.createdAt, new Date(to)));
  });
  if (isOn.length === 0) return [];
  return tx
    .select({ tileId: events.tileId, event: events.event, createdAt: events.createdAt })
    .from(events)
    .where(
      and(
        eq(events.creatorId, creatorId),
        or(...isOn),
        // Skip events that only a newer release knows.
        inArray(events.event, EventType.options),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(RECENT_EVENTS);
}

/** Returns the newest days that together have as many events as are listed. */
function daysOfNewest(counts: DayCount[]): string[] {
  const known: string[] = EventType.options;
  const byDay = new Map<string, number>();
  for (const { date, event, count } of counts) {
    if (known.includes(event)) byDay.set(date, (byDay.get(date) ?? 0) + count);
  }
  let listed = 0;
  const days: string[] = [];
  for (const day of [...byDay.keys()].sort().reverse()) {
    if (listed >= RECENT_EVENTS) break;
    days.push(day);
    listed += byDay.get(day) ?? 0;
  }
  return days;
}
