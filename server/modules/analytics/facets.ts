import { type SQL, sql } from "drizzle-orm";
import { FUNNEL_DIMENSIONS, type FunnelDimension } from "../../../contract/api/funnel.ts";
import type { Transaction } from "../../platform/database/index.ts";

export type FunnelFilter = Partial<Record<FunnelDimension, string | undefined>>;

/**
 * The sums for one key of a dimension, such as one country. `total` and `day` apply all filters. A dimension
 * ignores its own filter, so that its table shows all keys.
 */
export type Facet<Sum extends string> = Record<Sum, number> & {
  dimension: FunnelDimension | "total" | "day";
  key: string;
  label: string;
};

type FacetQuery<Sum extends string> = { rows: SQL; sums: readonly Sum[]; filter: FunnelFilter };

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const column = (name: string) => sql`${sql.identifier(name)}`;
const sumsOf = (sums: readonly string[]) =>
  list(sums.map((name) => sql`sum(${column(name)})::bigint as ${column(name)}`));

/** Reads only the facet `total` of `readFacets`. */
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
 * Reads the sums of rows by the keys of every dimension at once. `rows` has the columns `day`, `label`, one
 * text per dimension and the `sums`. A row has null for a dimension that does not apply, which passes every filter. A
 * row that fails the filter of one dimension counts only in the table of that dimension. A row that fails two filters
 * counts in no table.
 */
export async function readFacets<Sum extends string>(
  tx: Transaction,
  { rows, sums, filter }: FacetQuery<Sum>,
): Promise<Facet<Sum>[]> {
  const misses = FUNNEL_DIMENSIONS.flatMap((name) => {
    const key = filter[name];
    return key === undefined ? [] : [sql`case when ${column(name)} <> ${key} then ${name}::text end`];
  });
  const missed = misses.length === 0 ? sql`'{}'::text[]` : sql`array_remove(array[${list(misses)}], null)`;
  const found = await sumByEach<Sum, { label: string; miss: string | null }>(tx, {
    rows: sql`(select r.*, ${missed} as missed from (${rows}) r) m where cardinality(missed) <= 1`,
    labels: { label: sql`label`, miss: sql`missed[1]` },
    by: (["total", "day", ...FUNNEL_DIMENSIONS] as const).map((name) => ({ name, column: column(name) })),
    sums,
  });
  return found.flatMap(({ miss, key, ...facet }) =>
    key !== null && (miss === null || miss === facet.dimension) ? [{ ...facet, key } as Facet<Sum>] : [],
  );
}

/** A dimension to sum by, with its column. `total` has none. */
type Place = { name: Facet<never>["dimension"]; column: SQL };
type Summed<Sum extends string, Label> = Label &
  Record<Sum, number> & { dimension: Place["name"]; key: string | null };

/** Sums rows by their labels and by each of some columns, in a single pass. */
export async function sumByEach<Sum extends string, Label extends Record<string, string | null>>(
  tx: Transaction,
  {
    rows,
    labels,
    by,
    sums,
  }: { rows: SQL; labels: Record<keyof Label & string, SQL>; by: readonly Place[]; sums: readonly Sum[] },
): Promise<Summed<Sum, Label>[]> {
  const keys = by.filter(({ name }) => name !== "total");
  const named = Object.entries<SQL>(labels);
  const place = keys.length > 0 ? sql`grouping(${list(keys.map((key) => key.column))})` : sql`0`;
  const result = await tx.execute(sql`
    select ${list([
      sql`${place} as place`,
      ...named.map(([name, value]) => sql`${value} as ${column(name)}`),
      ...keys.map((key, at) => sql`${key.column}::text as ${column(`key${at}`)}`),
    ])}, ${sumsOf(sums)}
    from ${rows}
    group by ${list(named.map(([, value]) => value))},
      grouping sets (${list(by.map((key) => (key.name === "total" ? sql`()` : sql`(${key.column})`)))})`);
  return result.rows.map((row) => {
    // `grouping` returns a bit per column, the last column's lowest. It is 0 for the column of this sum.
    const at = keys.findIndex((_key, index) => ((Number(row.place) >> (keys.length - 1 - index)) & 1) === 0);
    const picked = [...named.map(([name]) => name), ...sums].map((name) => [name, row[name]]);
    const place = { dimension: keys[at]?.name ?? "total", key: at < 0 ? "" : row[`key${at}`] };
    return { ...Object.fromEntries(picked), ...place } as Summed<Sum, Label>;
  });
}
