import { formatCount } from "./metrics.ts";

export const SPARKLINE = { width: 100, height: 30, inset: 2 } as const;
/** More points than this are closer to each other than a line is thick. */
const MOST_POINTS = 90;

/** A curve over its days: the line, and the area under it. The ground line is 0, so that a flat month looks flat. */
export function sparklinePath(counts: readonly number[]): { line: string; area: string } {
  const { width, height, inset } = SPARKLINE;
  const points = downsample(counts, MOST_POINTS);
  // One day is a level line.
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

/** As many or fewer points: each the mean of as many neighbours, so that the sum of a shorter group does not look like a fall. */
export function downsample(counts: readonly number[], most: number): number[] {
  const size = Math.max(1, Math.ceil(counts.length / most));
  // The odd days are the oldest ones: the last group is always whole.
  const odd = counts.length % size;
  const groups = odd > 0 ? [counts.slice(0, odd)] : [];
  for (let from = odd; from < counts.length; from += size) groups.push(counts.slice(from, from + size));
  return groups.map((group) => group.reduce((sum, count) => sum + count, 0) / group.length);
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** What the curve shows, for those who do not see it. */
export function describeCurve(days: readonly { date: string; count: number }[]): string {
  const busiest = days.reduce<{ date: string; count: number } | undefined>(
    (best, each) => (each.count > (best?.count ?? 0) ? each : best),
    undefined,
  );
  if (!busiest) return "None on any day.";
  const today = days.at(-1)?.count ?? 0;
  return `Most on ${day.format(new Date(busiest.date))}: ${formatCount(busiest.count)}. Today: ${formatCount(today)}.`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
