import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../platform/database/index.ts";
import { type Facet, type FunnelFilter, isFiltered, readFacets, readTotals } from "./facets.ts";
import { readClosed, readFunnelState } from "./funnel-counts.ts";
import { eventsOf, FUNNEL_EVENTS, type FunnelDays, inDimensions } from "./funnel-rows.ts";

type Visits = { creatorId: number; days: FunnelDays; filter: FunnelFilter };
type VisitFacet = Facet<"count">;
const sums = ["count"] as const;

/** Reads the visits of a creator's funnel by event: what is counted, and the events of the last hour one by one. */
export async function readVisits(tx: Transaction, { creatorId, days, filter }: Visits) {
  const { recent, countedUntil } = await readRecent(tx, { creatorId, days });
  if (isFiltered(filter)) {
    const rows = inDimensions(sql`${countsOf(creatorId, days)} union all ${recent}`);
    return { facets: await readFacets(tx, { rows, sums, filter }), countedUntil };
  }
  const of = sql`from funnel_totals where creator_id = ${creatorId} and ${isIn(days)}`;
  const counted = await readCounted(
    tx,
    sql`
      select dimension, key, ${sumsOfEvents} ${of} group by 1, 2
      union all
      select 'day', day::text, ${events} ${of} and dimension = 'total'`,
  );
  const uncounted = await readFacets(tx, { rows: inDimensions(recent), sums, filter });
  return { facets: [...counted, ...uncounted], countedUntil };
}

/** Reads the sums of `readVisits` over all rows of its tables. */
export async function readVisitTotals(
  tx: Transaction,
  { creatorId, days, filter }: Visits,
): Promise<VisitFacet[]> {
  const { recent } = await readRecent(tx, { creatorId, days });
  if (isFiltered(filter)) {
    const rows = inDimensions(sql`${countsOf(creatorId, days)} union all ${recent}`);
    return readTotals(tx, { rows, sums, filter });
  }
  const counted = await readCounted(
    tx,
    sql`
      select dimension, key, ${sumsOfEvents} from funnel_totals
      where creator_id = ${creatorId} and ${isIn(days)} and dimension = 'total' group by 1, 2`,
  );
  return [...counted, ...(await readTotals(tx, { rows: inDimensions(recent), sums, filter }))];
}

const events = sql.join(
  FUNNEL_EVENTS.map((event) => sql`${sql.identifier(event)}`),
  sql`, `,
);
const sumsOfEvents = sql.join(
  FUNNEL_EVENTS.map((event) => sql`sum(${sql.identifier(event)})::bigint as ${sql.identifier(event)}`),
  sql`, `,
);

/** Reads a query of totals as facets with the event as their label. */
async function readCounted(tx: Transaction, query: SQL): Promise<VisitFacet[]> {
  type Row = Pick<VisitFacet, "dimension" | "key"> & Record<(typeof FUNNEL_EVENTS)[number], number>;
  const { rows } = await tx.execute<Row>(query);
  return rows.flatMap(({ dimension, key, ...counts }) =>
    FUNNEL_EVENTS.map((label) => ({ dimension, key, label, count: counts[label] })),
  );
}

const isIn = ({ from, to }: FunnelDays): SQL => sql`day between ${from}::date and ${to}::date`;

const countsOf = (creatorId: number, days: FunnelDays): SQL => sql`
  select day, event, tile_id, source, campaign_id, country, device, count from funnel_counts
  where creator_id = ${creatorId} and ${isIn(days)}`;

/** Returns a query of what is not counted yet, and until when visits are counted; null when all are. */
async function readRecent(tx: Transaction, { creatorId, days }: { creatorId: number; days: FunnelDays }) {
  const state = await readFunnelState(tx, creatorId);
  // While the visits of years are counted, those in between are left out, as there may be millions.
  const since = state?.isComplete ? state.countedUntil : await readClosed(tx);
  return {
    recent: eventsOf(creatorId, days, since),
    countedUntil: state?.isComplete ? null : (state?.countedUntil ?? new Date(0)),
  };
}
