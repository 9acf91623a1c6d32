/** A line of the table: the measurement, the result, and its comparison. */
export type Figure = {
  what: string;
  ours: string;
  /** The limit, or the result of a baseline in the same run. */
  against: string;
  ratio?: string;
  /** Absent without a limit. */
  met?: boolean;
};

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Returns the smallest value that at least `share` percent of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = Math.max(0, Math.ceil((share / 100) * sorted.length) - 1);
  return sorted[place] ?? Number.NaN;
}

/** Compares a result with a limit that it must not exceed. */
export function atMost(what: string, ours: number, limit: number, unit: string): Figure {
  return {
    what,
    ours: `${show(ours)} ${unit}`,
    against: `≤ ${show(limit)} ${unit}`,
    ratio: (ours / limit).toFixed(2),
    met: ours <= limit,
  };
}

/** A result, and a baseline's result in the same run. `bar` limits their ratio. */
type Pair = { ours: number; peer: number; peerName: string; bar: number; unit?: string };

/** Compares a rate, such as requests per second, with a baseline. */
export function rateBeside(what: string, { unit = "/s", ...pair }: Pair): Figure {
  return beside(what, { ...pair, unit, sign: "≥", met: pair.ours / pair.peer >= pair.bar });
}

/** Compares a duration or size with a baseline. */
export function costBeside(what: string, { unit = "ms", ...pair }: Pair): Figure {
  return beside(what, { ...pair, unit: ` ${unit}`, sign: "≤", met: pair.ours <= pair.bar * pair.peer });
}

function beside(
  what: string,
  { ours, peer, peerName, bar, unit, sign, met }: Pair & { sign: string; met: boolean },
): Figure {
  return {
    what,
    ours: `${show(ours)}${unit}`,
    against: `${peerName}: ${show(peer)}${unit}; bar ${sign} ${bar}`,
    ratio: (ours / peer).toFixed(2),
    met,
  };
}

/** Returns a figure without a limit. */
export const plain = (what: string, ours: string, against = ""): Figure => ({ what, ours, against });

/** Returns the figure of a number of unwanted events, which `about` describes. */
export const never = (what: string, count: number, about = ""): Figure => ({
  what,
  ours: String(count),
  against: `0${about}`,
  met: count === 0,
});

export const skipped = (what: string, why: string): Figure => ({ what, ours: "not measured", against: why });

export function show(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en").replaceAll(",", " ");
  return value.toFixed(value < 10 ? 2 : 1);
}

const mark = ({ met }: Figure) => (met === undefined ? "" : met ? "yes" : "**no**");

/** Formats the table as Markdown, padded for terminals. */
export function formatTable(figures: readonly Figure[]): string {
  const head = ["What", "Ours", "Limit or peer", "Ratio", "Met"];
  const rows = figures.map((figure) => [
    figure.what,
    figure.ours,
    figure.against,
    figure.ratio ?? "",
    mark(figure),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
