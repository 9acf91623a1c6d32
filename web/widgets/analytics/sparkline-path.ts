import { formatDate, formatNumber } from "../../../contract/rules/formats.ts";

export const SPARKLINE = { width: 100, height: 30, inset: 2 } as const;
/** More points would be closer to each other than the width of the line. */
const MOST_POINTS = 90;

/** The path of a line over the days, and of the area below it. It starts at 0, so that a flat month looks flat. */
export function sparklinePath(counts: readonly number[]): { line: string; area: string } {
  const { width, height, inset } = SPARKLINE;
  const points = downsample(counts, MOST_POINTS);
  // A single day is a horizontal line.
  const drawn = points.length > 1 ? points : [points[0] ?? 0, points[0] ?? 0];
  const highest = Math.max(...drawn, Number.MIN_VALUE);
  const at = (count: number, place: number) => {
    const x = (place / (drawn.length - 1)) * width;
    const y = height - inset - (count / highest) * (height - 2 * inset);
    return `${round(x)} ${round(y)}`;
  };
  const line = `M${drawn.map(at).join("L")}`;
  return { line, area: `${line}V${height}H0Z` };
}

/** Returns at most so many points, each the mean of neighbouring ones: the sum of a shorter group would look like a decline. */
export function downsample(counts: readonly number[], most: number): number[] {
  const size = Math.max(1, Math.ceil(counts.length / most));
  // A shorter group is the oldest one; the last is always complete.
  const odd = counts.length % size;
  const groups = odd > 0 ? [counts.slice(0, odd)] : [];
  for (let from = odd; from < counts.length; from += size) groups.push(counts.slice(from, from + size));
  return groups.map((group) => group.reduce((sum, count) => sum + count, 0) / group.length);
}

/** Describes the curve for screen readers. */
export function describeCurve(days: readonly { date: string; count: number }[]): string {
  const busiest = days.reduce<{ date: string; count: number } | undefined>(
    (best, each) => (each.count > (best?.count ?? 0) ? each : best),
    undefined,
  );
  if (!busiest) return "No activity in this period.";
  const today = days.at(-1)?.count ?? 0;
  return `Most on ${formatDate(busiest.date, { day: "numeric", month: "long" })}: ${formatNumber(busiest.count)}. Today: ${formatNumber(today)}.`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
