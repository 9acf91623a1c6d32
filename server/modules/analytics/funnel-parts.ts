import { type SQL, sql } from "drizzle-orm";
import {
  FUNNEL_DIMENSIONS,
  type FunnelDimension,
  NO_KEY,
  UNKNOWN_KEY,
} from "../../../contract/api/funnel.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { type Facet, type FunnelFilter, sumByEach } from "./facets.ts";
import { FUNNEL_EVENTS, type FunnelDays, PAGE_EVENTS, TILE_EVENTS } from "./funnel-rows.ts";
import type { FunnelEvent } from "./tables.ts";

type VisitFacet = Facet<"count">;
type FacetName = VisitFacet["dimension"];

/**
 * A part of a funnel: facets with the same filter. Without a filter it is read from the totals, otherwise
 * mostly summed from the counts.
 */
export type Part = {
  events: readonly FunnelEvent[];
  filter: FunnelFilter;
  facets: readonly FacetName[];
};
type PartOfCreator = { creatorId: number; days: FunnelDays; part: Part };

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const column = (name: string) => sql`${sql.identifier(name)}`;
const withoutKey = (filter: FunnelFilter, name: FunnelDimension): FunnelFilter => ({
  ...filter,
  [name]: undefined,
});

/**
 * Divides a funnel into parts. Each table is filtered by all other dimensions. A filter by tile does not
 * apply to events of the page.
 */
export function partsOf(filter: FunnelFilter): Part[] {
  const isChosen = (name: FunnelDimension) => filter[name] !== undefined;
  const chosen = FUNNEL_DIMENSIONS.filter(isChosen);
  const others = FUNNEL_DIMENSIONS.filter((name) => !isChosen(name));
  const divide = (
    events: readonly FunnelEvent[],
    applied: FunnelFilter,
    tables: FunnelDimension[],
  ): Part[] => [
    { events, filter: applied, facets: ["total", "day", ...others] },
    ...tables.map((name) => ({ events, filter: withoutKey(applied, name), facets: [name] })),
  ];
  if (!isChosen("tile")) return divide(FUNNEL_EVENTS, filter, chosen);
  const ofPage = chosen.filter((name) => name !== "tile");
  return [...divide(PAGE_EVENTS, withoutKey(filter, "tile"), ofPage), ...divide(TILE_EVENTS, filter, chosen)];
}

/**
 * Reads a part. The stored totals contain sums by one dimension. They suffice for all facets without a filter,
 * and for `total` and `day` with one filter. The other facets are summed from the counts.
 */
export async function readPart(tx: Transaction, { part, ...scope }: PartOfCreator): Promise<VisitFacet[]> {
  const chosen = FUNNEL_DIMENSIONS.flatMap((name) => {
    const key = part.filter[name];
    return key === undefined ? [] : [{ name, key }];
  });
  if (chosen.length > 1) return sumCounts(tx, { ...scope, part });
  const [only] = chosen;
  const inTotals = part.facets.filter((name) => !only || name === "total" || name === "day");
  const inCounts = part.facets.filter((name) => !inTotals.includes(name));
  const facets = await readTotals(tx, { ...scope, part: { ...part, facets: inTotals }, only });
  if (inCounts.length === 0) return facets;
  return [...facets, ...(await sumCounts(tx, { ...scope, part: { ...part, facets: inCounts } }))];
}

const isIn = (creatorId: number, { from, to }: FunnelDays): SQL =>
  sql`creator_id = ${creatorId} and day between ${from}::date and ${to}::date`;

type StoredFacet = Pick<VisitFacet, "dimension" | "key"> & Record<FunnelEvent, number>;

/** Reads facets from the totals, of all visits or of the selected key. */
async function readTotals(
  tx: Transaction,
  {
    creatorId,
    days,
    part: { events, facets },
    only,
  }: PartOfCreator & { only: { name: FunnelDimension; key: string } | undefined },
): Promise<VisitFacet[]> {
  const columns = list(events.map(column));
  const sums = list(events.map((event) => sql`sum(${column(event)})::bigint as ${column(event)}`));
  const fromTotals = sql`from funnel_totals where ${isIn(creatorId, days)}`;
  const whole = only ? sql`dimension = ${only.name} and key = ${only.key}` : sql`dimension = 'total'`;
  const tables = facets.filter((name) => name !== "day" && name !== "total");
  const queries = [
    ...(facets.includes("total")
      ? [sql`select 'total' as dimension, '' as key, ${sums} ${fromTotals} and ${whole}`]
      : []),
    ...(facets.includes("day") ? [sql`select 'day', day::text, ${columns} ${fromTotals} and ${whole}`] : []),
    ...(tables.length > 0
      ? [
          sql`select dimension, key, ${sums} ${fromTotals} and dimension = any(${sql.param(tables)}::text[]) group by 1, 2`,
        ]
      : []),
  ];
  if (queries.length === 0) return [];
  const { rows } = await tx.execute<StoredFacet>(sql.join(queries, sql` union all `));
  return rows.flatMap(({ dimension, key, ...counts }) =>
    // A sum over no rows is null.
    events.map((label) => ({ dimension, key, label, count: counts[label] ?? 0 })),
  );
}

/** The column of a facet in the counts. */
const COLUMNS = {
  day: "day",
  source: "source",
  tile: "tile_id",
  country: "country",
  device: "device",
  campaign: "campaign_id",
} as const;
/** The key for rows without a value. */
const EMPTY = {
  source: UNKNOWN_KEY,
  tile: NO_KEY,
  country: UNKNOWN_KEY,
  device: UNKNOWN_KEY,
  campaign: NO_KEY,
} as const satisfies Record<FunnelDimension, string>;

async function sumCounts(
  tx: Transaction,
  { creatorId, days, part: { events, filter, facets } }: PartOfCreator,
): Promise<VisitFacet[]> {
  // Compare the stored columns, which the index of the counts contains. An expression would read all rows of
  // these days.
  const conditions = FUNNEL_DIMENSIONS.flatMap((name) => {
    const key = filter[name];
    return key === undefined ? [] : [sql`and ${matches(name, key)}`];
  });
  const found = await sumByEach<"count", { label: FunnelEvent }>(tx, {
    rows: sql`funnel_counts where ${isIn(creatorId, days)} and event = any(${sql.param([...events])}::text[]) ${sql.join(conditions, sql` `)}`,
    labels: { label: sql`event` },
    by: facets.map((name) => ({ name, column: column(name === "total" ? name : COLUMNS[name]) })),
    sums: ["count"],
  });
  return found.flatMap(({ dimension, key, ...sum }): VisitFacet[] => {
    // Views and signups of a page belong to no tile.
    if (dimension === "tile" && !TILE_EVENTS.some((event) => event === sum.label)) return [];
    const isTable = dimension !== "total" && dimension !== "day";
    return [{ ...sum, dimension, key: key ?? (isTable ? EMPTY[dimension] : "") }];
  });
}

function matches(name: FunnelDimension, key: string): SQL {
  const stored = column(COLUMNS[name]);
  if (name === "tile" || name === "campaign")
    return key === NO_KEY ? sql`${stored} is null` : sql`${stored} = ${key}::bigint`;
  return key === UNKNOWN_KEY ? sql`(${stored} is null or ${stored} = ${key})` : sql`${stored} = ${key}`;
}
