import { type SQL, sql } from "drizzle-orm";
import { FUNNEL_DIMENSIONS, type FunnelDimension } from "../../../contract/api/funnel.ts";
import type { Transaction } from "../../platform/database/index.ts";

/** The chosen key of each dimension. */
export type FunnelFilter = Partial<Record<FunnelDimension, string | undefined>>;

/** Sums of one key of a dimension; `total` and `day` are filtered by all dimensions, each other by all but itself. */
export type Facet<Sum extends string> = Record<Sum, number> & {
  dimension: FunnelDimension | "total" | "day";
  key: string;
  label: string;
};

type FacetQuery<Sum extends string> = { rows: SQL; sums: readonly Sum[]; filter: FunnelFilter };

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const column = (name: string) => sql.identifier(name);
const sumsOf = (sums: readonly string[]) =>
  list(sums.map((name) => sql`sum(${column(name)})::bigint as ${column(name)}`));

/** Reads the facet `total` of `readFacets` alone. */
export async function readTotals<Sum extends string>(
  tx: Transaction,
  { rows, sums, filter }: FacetQuery<Sum>,
): Promise<Facet<Sum>[]> {
  const matches = FUNNEL_DIMENSIONS.flatMap((name) => {
    const key = filter[name];
    return key === undefined ? [] : [sql`(${column(name)} = ${key}) is not false`];
  });
  const result = await tx.execute(sql`
    select 'total' as dimension, '' as key, label, ${sumsOf(sums)}
    from (${rows}) r where ${matches.length === 0 ? sql`true` : sql.join(matches, sql` and `)} group by label`);
  return result.rows as Facet<Sum>[];
}

/**
 * Reads the sums of rows by the keys of every dimension at once. `rows` has the columns `day`, `label`, one of text for each dimension (null where it
 * does not apply, which every filter lets pass) and the `sums`. A row counts for the dimensions in which all others match: for none of them when two do not.
 */
export async function readFacets<Sum extends string>(
  tx: Transaction,
  { rows, sums, filter }: FacetQuery<Sum>,
): Promise<Facet<Sum>[]> {
  const dimensions = list(FUNNEL_DIMENSIONS.map((name) => sql`${column(name)}`));
  const totals = sumsOf(sums);
  const misses = FUNNEL_DIMENSIONS.flatMap((name) => {
    const key = filter[name];
    return key === undefined ? [] : [sql`case when ${column(name)} <> ${key} then ${name}::text end`];
  });
  const missed = misses.length === 0 ? sql`'{}'::text[]` : sql`array_remove(array[${list(misses)}], null)`;
  const expanded = list([
    sql`('total', '', miss is null)`,
    ...FUNNEL_DIMENSIONS.map((name) => sql`(${name}::text, ${column(name)}, coalesce(miss = ${name}, true))`),
  ]);
  const result = await tx.execute(sql`
    with matched as materialized (
      select *, missed[1] as miss from (select r.*, ${missed} as missed from (${rows}) r) m where cardinality(missed) <= 1
    ), without_days as materialized (
      select label, miss, ${dimensions}, ${totals} from matched group by label, miss, ${dimensions}
    )
    select dimension, key, label, ${totals}
    from without_days cross join lateral (values ${expanded}) f (dimension, key, counts)
    where counts and key is not null
    group by 1, 2, 3
    union all
    select 'day', day::text, label, ${totals} from matched where miss is null group by 1, 2, 3`);
  return result.rows as Facet<Sum>[];
}
