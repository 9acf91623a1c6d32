import type { AnalyticsSummary, EventType } from "../../../contract/api/analytics.ts";
import { formatPercent } from "../../lib/format.ts";

/** Returns the number of events of a kind in the period. */
export function countOf(summary: AnalyticsSummary["summary"], event: EventType): number {
  return summary.find((row) => row.event === event)?.count ?? 0;
}

/** True if no event happened in the period. */
export function isQuiet({ summary }: Pick<AnalyticsSummary, "summary">): boolean {
  return summary.every(({ count }) => count === 0);
}

/** Clicks per view in percent, with one decimal. */
export function clickThroughRate({ views, clicks }: { views: number; clicks: number }): string {
  return formatPercent(views > 0 ? clicks / views : 0, 1);
}

/** A share of a total in whole percent, or 0 if the total is 0. */
export function shareOf({ count, total }: { count: number; total: number }): number {
  return total > 0 ? Math.round((count / total) * 100) : 0;
}

export function totalOf(rows: readonly { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** The rows with the highest counts, highest first, and the sum of the others. Equal rows keep their order. Rows of 0 are left out. */
export function topOf<Row extends { count: number }>(rows: readonly Row[], most: number) {
  const ranked = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const rest = ranked.slice(most);
  return { top: ranked.slice(0, most), rest: { rows: rest.length, count: totalOf(rest) } };
}
