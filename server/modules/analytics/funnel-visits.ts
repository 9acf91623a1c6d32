import { type SQL, sql } from "drizzle-orm";
import { NO_KEY, UNKNOWN_KEY } from "../../../contract/api/funnel.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { type FunnelFilter, readFacets } from "./facets.ts";
import { readFunnelState, uncounted } from "./funnel-counts.ts";

/** UTC days, both inclusive. */
export type FunnelDays = { from: string; to: string };

/** Reads the visits of a creator's funnel by event: what is counted, and the events of the last hour one by one. */
export async function readVisits(
  tx: Transaction,
  { creatorId, days, filter }: { creatorId: number; days: FunnelDays; filter: FunnelFilter },
) {
  const state = await readFunnelState(tx, creatorId);
  // While the visits of years are counted, those in between are left out, as there may be millions.
  const from = state?.isComplete
    ? sql`${state.countedUntil.toISOString()}::timestamptz`
    : sql`date_trunc('hour', now() - interval '5 minutes')`;
  const facets = await readFacets(tx, { rows: visitsOf(creatorId, days, from), sums: ["count"], filter });
  return { facets, countedUntil: state?.isComplete ? null : (state?.countedUntil ?? new Date(0)) };
}

function visitsOf(creatorId: number, { from, to }: FunnelDays, since: SQL): SQL {
  // Views and signups of a page belong to no tile; a checkout on the page of a product may have none.
  const tile = sql`case when event in ('tile_click', 'play') then tile_id::text when event = 'checkout_start' then coalesce(tile_id::text, ${NO_KEY}) end`;
  return sql`
    select day, event as label, coalesce(source, ${UNKNOWN_KEY}) as source, ${tile} as tile, coalesce(country, ${UNKNOWN_KEY}) as country,
      coalesce(device, ${UNKNOWN_KEY}) as device, coalesce(campaign_id::text, ${NO_KEY}) as campaign, count
    from (
      select day, event, tile_id, source, campaign_id, country, device, count from funnel_counts
      where creator_id = ${creatorId} and day between ${from}::date and ${to}::date
      union all
      select * from (${uncounted(creatorId, since)}) u where day between ${from}::date and ${to}::date
    ) visits`;
}
