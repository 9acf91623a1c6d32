import { and, asc, count, desc, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Device, EventType } from "../../../contract/analytics.ts";
import { RECENT_EVENTS } from "../../../contract/limits.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { tiles } from "../tiles/index.ts";
import { events } from "./tables.ts";

type Period = { creatorId: number; start: Date };

/** The longest list of one kind that a summary holds. */
const MAX_GROUPS = 250;

const inPeriod = ({ creatorId, start }: Period, ...more: (SQL | undefined)[]) =>
  and(eq(events.creatorId, creatorId), gte(events.createdAt, start), ...more);

/** The time by the database's clock, which every node shares. */
export async function readNow(tx: Transaction): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(sql`select extract(epoch from now()) * 1000 as now`);
  return new Date(Number(rows[0]?.now));
}

/** How often each event happened on each UTC day. */
export function countByDay(
  tx: Transaction,
  period: Period,
): Promise<{ date: string; event: EventType; count: number }[]> {
  const date = sql<string>`(${events.createdAt} at time zone 'UTC')::date`;
  return tx
    .select({ date, event: events.event, count: count() })
    .from(events)
    .where(inPeriod(period))
    .groupBy(sql`1`, events.event);
}

export type TileRow = Pick<typeof tiles.$inferSelect, "id" | "title" | "type" | "imageUrl" | "createdAt">;

/** All tiles in page order. */
export function listTiles(tx: Transaction, creatorId: number): Promise<TileRow[]> {
  const { id, title, type, imageUrl, createdAt } = tiles;
  return tx
    .select({ id, title, type, imageUrl, createdAt })
    .from(tiles)
    .where(eq(tiles.creatorId, creatorId))
    .orderBy(asc(tiles.position), asc(tiles.id));
}

/** Views of the page since each of the moments, by its milliseconds: one scan however many they are. */
export async function countViewsSince(
  tx: Transaction,
  period: Period,
  moments: readonly Date[],
): Promise<ReadonlyMap<number, number>> {
  const since = new Map<number, number>();
  const inOrder = [...new Set(moments.map((moment) => moment.getTime()))].sort((a, b) => a - b);
  if (inOrder.length === 0) return since;
  const bounds = sql.param(inOrder.map((moment) => new Date(moment).toISOString()));
  const rows = await tx
    .select({
      bucket: sql<number>`width_bucket(${events.createdAt}, ${bounds}::timestamptz[])`,
      count: count(),
    })
    .from(events)
    .where(inPeriod(period, eq(events.event, "page_view")))
    .groupBy(sql`1`);
  // Bucket n holds what happened from the nth moment to the next.
  const views = new Map(rows.map((row) => [row.bucket, row.count]));
  let sum = 0;
  for (const [index, moment] of [...inOrder.entries()].reverse()) {
    sum += views.get(index + 1) ?? 0;
    since.set(moment, sum);
  }
  return since;
}

/** Clicks and purchases of each tile. */
export function countByTile(
  tx: Transaction,
  period: Period,
): Promise<{ tileId: number | null; event: EventType; count: number }[]> {
  return tx
    .select({ tileId: events.tileId, event: events.event, count: count() })
    .from(events)
    .where(inPeriod(period, isNotNull(events.tileId), inArray(events.event, ["tile_click", "purchase"])))
    .groupBy(events.tileId, events.event);
}

export type Groups = {
  devices: { device: Device; count: number }[];
  countries: { country: string; count: number }[];
  sources: { source: string; count: number }[];
};

/** Who visited, most frequent first: views of the page by device, by country and by source. */
export async function countVisits(tx: Transaction, period: Period): Promise<Groups> {
  const pageViews = inPeriod(period, eq(events.event, "page_view"));
  const { rows } = await tx.execute<{ kind: keyof Groups; name: string; count: number }>(sql`
    select kind, name, count from (
      select kind, name, count, row_number() over (partition by kind order by count desc, name) as rank
      from (
        select
          case grouping(device, country, source) when 3 then 'devices' when 5 then 'countries' else 'sources' end as kind,
          coalesce(device, country, source) as name,
          count(*) as count
        from ${events} where ${pageViews}
        group by grouping sets ((device), (country), (source))
      ) grouped
      where name is not null
    ) ranked
    where rank <= ${MAX_GROUPS}
    order by kind, rank`);
  const of = (kind: keyof Groups) => rows.filter((row) => row.kind === kind);
  return {
    devices: of("devices").map(({ name, count }) => ({ device: name as Device, count })),
    countries: of("countries").map(({ name, count }) => ({ country: name, count })),
    sources: of("sources").map(({ name, count }) => ({ source: name, count })),
  };
}

/** The newest events of the period, each with the title of its tile. */
export function listRecent(
  tx: Transaction,
  period: Period,
): Promise<{ event: EventType; title: string | null; createdAt: Date }[]> {
  return tx
    .select({ event: events.event, title: tiles.title, createdAt: events.createdAt })
    .from(events)
    .leftJoin(tiles, eq(tiles.id, events.tileId))
    .where(inPeriod(period))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(RECENT_EVENTS);
}
