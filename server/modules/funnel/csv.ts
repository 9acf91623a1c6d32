import type { Funnel, FunnelCounts, FunnelDimension } from "../../../contract/api/funnel.ts";
import { csvLine } from "../../platform/http/csv.ts";

const HEADER = [
  "Views",
  "Clicks",
  "Checkouts",
  "Sales",
  "Currency",
  "Revenue",
  "Refunded and disputed",
  "Platform fee",
  "Net",
];
const money = (cents: number) => (cents / 100).toFixed(2);

/**
 * Yields one table of a funnel as CSV, with a line for each row and currency. Only a row's first line has its
 * counts, so that columns can be summed up.
 */
export async function* funnelCsv(funnel: Funnel, table: FunnelDimension | "day"): AsyncGenerator<string> {
  yield csvLine([table === "day" ? "Day" : "Key", "Title", ...HEADER]);
  const rows =
    table === "day"
      ? funnel.days.map(({ date, ...counts }) => ({ key: date, title: null, ...counts }))
      : funnel.tables[table];
  for (const { key, title, ...counts } of rows)
    for (const cells of cellsOf(counts)) yield csvLine([key, title ?? "", ...cells]);
}

function cellsOf({ views, clicks, checkouts, paid, money: sums }: FunnelCounts): string[][] {
  const counts = [views, clicks, checkouts, paid].map(String);
  if (sums.length === 0) return [[...counts, "", "0.00", "0.00", "0.00", "0.00"]];
  return sums.map((sum, place) => [
    ...(place === 0 ? counts : ["0", "0", "0", "0"]),
    sum.currency.toUpperCase(),
    money(sum.revenue_cents),
    money(sum.returned_cents),
    money(sum.fee_cents),
    money(sum.kept_cents),
  ]);
}
