import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { t } from "../../../contract/texts.ts";
import { formatNumber } from "../../lib/format.ts";
import { countOf } from "./metrics.ts";
import { describeCurve, SPARKLINE, sparklinePath } from "./sparkline-path.ts";

const STATS = [
  { event: "page_view", label: t("Page views"), colour: "var(--primary)" },
  { event: "tile_click", label: t("Tile clicks"), colour: "var(--chart-4)" },
  { event: "checkout_start", label: t("Checkout starts"), colour: "var(--chart-3)" },
  { event: "purchase", label: t("Purchases"), colour: "var(--chart-2)" },
] as const;

/** The four totals, each with its curve over the period. */
export function StatCards({ summary, series }: Pick<AnalyticsSummary, "summary" | "series">) {
  return (
    // Thin lines between the cards, in one row or two.
    <dl className="grid grid-cols-2 gap-px overflow-hidden bg-line lg:grid-cols-4">
      {STATS.map(({ event, label, colour }) => (
        <div key={event} className="min-w-0 bg-surface px-4 py-4 sm:px-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-[26px] leading-tight font-[650] tracking-tight tabular-nums [overflow-wrap:anywhere] sm:text-3xl">
            {formatNumber(countOf(summary, event))}
          </dd>
          <dd className="mt-2">
            <Sparkline counts={series.map((day) => day[event])} colour={colour} />
            <span className="sr-only">
              {describeCurve(series.map((day) => ({ date: day.date, count: day[event] })))}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Sparkline({ counts, colour }: { counts: readonly number[]; colour: string }) {
  const { line, area } = sparklinePath(counts);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
      className="block h-9 w-full"
    >
      <path d={area} fill={colour} opacity="0.1" />
      <path
        d={line}
        fill="none"
        stroke={colour}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
