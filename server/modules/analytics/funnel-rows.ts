import { type SQL, sql } from "drizzle-orm";
import { NO_KEY, UNKNOWN_KEY } from "../../../contract/api/funnel.ts";
import { events, type FunnelEvent } from "./tables.ts";

/** UTC days, both inclusive. */
export type FunnelDays = { from: string; to: string };

/** The events that belong to the page, not to a tile. */
export const PAGE_EVENTS = ["page_view", "signup"] as const satisfies FunnelEvent[];
/** The events that may belong to a tile. A checkout on a product's page has none. */
export const TILE_EVENTS = ["tile_click", "checkout_start", "play"] as const satisfies FunnelEvent[];
export const FUNNEL_EVENTS = [...PAGE_EVENTS, ...TILE_EVENTS] as const;
const isOneOf = (events: readonly FunnelEvent[]) =>
  sql`event in (${sql.join(
    events.map((event) => sql`${event}`),
    sql`, `,
  )})`;
export const isFunnelEvent = isOneOf(FUNNEL_EVENTS);

/**
 * Builds a query of a creator's events in some days, from a time on, in the columns of `funnel_counts`. Both
 * bounds are values, so that PostgreSQL skips the partitions of other days.
 */
export const eventsOf = (creatorId: number, { from, to }: FunnelDays, since: Date): SQL => sql`
  select (created_at at time zone 'UTC')::date as day, event, tile_id, source, campaign_id, country, device, count(*) as count
  from ${events}
  where creator_id = ${creatorId} and created_at >= greatest(${since.toISOString()}::timestamptz, ${from}::date::timestamp at time zone 'UTC')
    and created_at < (${to}::date + 1)::timestamp at time zone 'UTC' and ${isFunnelEvent}
  group by 1, 2, 3, 4, 5, 6, 7`;

/** Builds a query of rows of `funnel_counts` with the keys of the funnel's tables, for `readFacets`. */
export function inDimensions(rows: SQL): SQL {
  const tile = sql`case when ${isOneOf(TILE_EVENTS)} then coalesce(tile_id::text, ${NO_KEY}::text) end`;
  return sql`
    select day, event as label, coalesce(source, ${UNKNOWN_KEY}::text) as source, ${tile} as tile, coalesce(country, ${UNKNOWN_KEY}::text) as country,
      coalesce(device, ${UNKNOWN_KEY}::text) as device, coalesce(campaign_id::text, ${NO_KEY}::text) as campaign, count
    from (${rows}) counts`;
}
