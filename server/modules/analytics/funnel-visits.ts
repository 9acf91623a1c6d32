import type { Transaction } from "../../platform/database/index.ts";
import { type Facet, type FunnelFilter, readFacets, readTotals } from "./facets.ts";
import { readClosed, readFunnelState } from "./funnel-counts.ts";
import { type Part, partsOf, readPart } from "./funnel-parts.ts";
import { eventsOf, type FunnelDays, inDimensions } from "./funnel-rows.ts";

type Visits = { creatorId: number; days: FunnelDays; filter: FunnelFilter };
type VisitFacet = Facet<"count">;
const sums = ["count"] as const;

/**
 * Reads the visits of a creator's funnel by event. Counted visits are read as sums, and those of the last hour
 * one by one.
 */
export async function readVisits(tx: Transaction, visits: Visits) {
  const { recent, countedUntil } = await readRecent(tx, visits);
  const counted = await readCounted(tx, visits, partsOf(visits.filter));
  const uncounted = await readFacets(tx, { rows: inDimensions(recent), sums, filter: visits.filter });
  return { facets: [...counted, ...uncounted], countedUntil };
}

/** Reads only the totals of `readVisits`. */
export async function readVisitTotals(tx: Transaction, visits: Visits): Promise<VisitFacet[]> {
  const { recent } = await readRecent(tx, visits);
  const totals = partsOf(visits.filter)
    .filter(({ facets }) => facets.includes("total"))
    .map((part): Part => ({ ...part, facets: ["total"] }));
  const counted = await readCounted(tx, visits, totals);
  const uncounted = await readTotals(tx, { rows: inDimensions(recent), sums, filter: visits.filter });
  return [...counted, ...uncounted];
}

async function readCounted(tx: Transaction, { creatorId, days }: Visits, parts: readonly Part[]) {
  const facets: VisitFacet[] = [];
  for (const part of parts) facets.push(...(await readPart(tx, { creatorId, days, part })));
  return facets;
}

/** Returns a query of uncounted visits, and the time up to which visits are counted, or null if all are. */
async function readRecent(tx: Transaction, { creatorId, days }: Visits) {
  const state = await readFunnelState(tx, creatorId);
  // While the visits of past years are still being counted, leave out the uncounted ones. There may be millions.
  const since = state?.isComplete ? state.countedUntil : await readClosed(tx);
  return {
    recent: eventsOf(creatorId, days, since),
    countedUntil: state?.isComplete ? null : (state?.countedUntil ?? new Date(0)),
  };
}
