import { formatDate, formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";

export const SPARKLINE = { width: 100, height: 30, inset: 2 } as const;
/** With more points, they would be closer together than the line is wide. */
const MOST_POINTS = 90;

/** The path of a line over the days, its area, and the count at its top. It starts at 0, so that a flat month looks flat. */
export function sparklinePath(counts: readonly number[]): { line: string; area: string; highest: number } {
  const { width, height, inset } = SPARKLINE;
  const points = downsample(counts, MOST_POINTS);
  // A single day is a horizontal line.
  const drawn = points.length > 1 ? points : [points[0] ?? 0, points[0] ?? 0];
  const highest = Math.max(...drawn);
  const at = (count: number, place: number) => {
    const x = (place / (drawn.length - 1)) * width;
    const y = height - inset - (count / (highest || 1)) * (height - 2 * inset);
    return `${round(x)} ${round(y)}`;
  };
  const line = `M${drawn.map(at).join("L")}`;
  return { line, area: `${line}V${height}H0Z`, highest };
}

/** Returns the position of a day on the line, by its index. */
export function sparklineX(place: number, days: number): number {
  const { size, odd } = groupsOf(days, MOST_POINTS);
  const pointOf = (day: number) =>
    (odd > 0 && day >= odd ? 1 : 0) + Math.floor(Math.max(0, day - odd) / size);
  return (pointOf(place) / Math.max(1, pointOf(days - 1))) * SPARKLINE.width;
}

/** Returns at most so many points, each the mean of neighbouring days: a sum of a shorter group would look like a decline. */
export function downsample(counts: readonly number[], most: number): number[] {
  const { size, odd } = groupsOf(counts.length, most);
  const groups = odd > 0 ? [counts.slice(0, odd)] : [];
  for (let from = odd; from < counts.length; from += size) groups.push(counts.slice(from, from + size));
  return groups.map((group) => group.reduce((sum, count) => sum + count, 0) / group.length);
}

/** The oldest group may be shorter; the last is always complete. */
function groupsOf(count: number, most: number): { size: number; odd: number } {
  const size = Math.max(1, Math.ceil(count / most));
  return { size, odd: count % size };
}

/** Describes the curve for screen readers. */
export function describeCurve(days: readonly { date: string; count: number }[]): string {
  const busiest = days.reduce<{ date: string; count: number } | undefined>(
    (best, each) => (each.count > (best?.count ?? 0) ? each : best),
    undefined,
  );
  if (!busiest) return t("No activity in this period.");
  const today = days.at(-1)?.count ?? 0;
  return t("Most on {date}: {count}. Today: {today}.", {
    date: formatDate(busiest.date, { day: "numeric", month: "long" }),
    count: formatNumber(busiest.count),
    today: formatNumber(today),
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
