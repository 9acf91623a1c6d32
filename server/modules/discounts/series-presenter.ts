import type { DiscountSeries } from "../../../contract/api/discount-series.ts";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { slugOf } from "../../../contract/rules/slugs.ts";
import { type CsvColumn, csvTable } from "../../platform/http/csv.ts";
import type { SeriesCode, SeriesRow } from "./series-repository.ts";

export function presentSeries(row: SeriesRow): DiscountSeries {
  return {
    id: row.id,
    name: row.name,
    count: row.count,
    used: row.used,
    percent_off: row.percentOff,
    product_ids: row.productIds,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    active: row.active,
    created_at: row.createdAt.toISOString(),
  };
}

/** Returns the name of a series' file in the characters that a header can have. */
export function fileNameOf({ id, name }: Pick<SeriesRow, "id" | "name">): string {
  return `codes-${slugOf(name).replace(/[^a-z0-9-]/g, "") || id}`;
}

/** Returns the codes as lines of CSV, each with the URL of the creator's page that applies it. */
export function writeCodes(
  codes: readonly SeriesCode[],
  { handle, ...site }: { handle: string } & Parameters<typeof visitorUrl>[0],
): AsyncGenerator<string> {
  const columns: readonly CsvColumn<SeriesCode>[] = [
    ["Code", ({ code }) => code],
    ["Link", ({ code }) => visitorUrl(site, paths.creatorWithCode(handle, code))],
    ["Used", ({ taken }) => (taken > 0 ? "yes" : "no")],
  ];
  return csvTable(columns, [codes]);
}
