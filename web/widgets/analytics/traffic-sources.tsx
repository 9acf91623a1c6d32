import type { ReactNode } from "react";
import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { t } from "../../../contract/texts.ts";
import { formatNumber, formatPercent } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { sourceLabel } from "./labels.ts";
import { shareOf, topOf, totalOf } from "./metrics.ts";
import { NothingYet, PanelPart } from "./panel-part.tsx";
import { RingChart } from "./ring-chart.tsx";
import { Swatch } from "./swatch.tsx";

const MOST_SOURCES = 6;
const REST_COLOUR = "var(--line)";

type TrafficSourcesProps = { sources: AnalyticsSummary["sources"]; className?: string };

/** The sources of visits: a ring chart, and a list beside it. */
export function TrafficSources({ sources, className }: TrafficSourcesProps) {
  const total = totalOf(sources);
  const { top, rest } = topOf(sources, MOST_SOURCES);
  const rows = top.map(({ source, count }, index) => ({
    name: sourceLabel(source),
    source,
    count,
    colour: `var(--chart-${index + 1})`,
  }));
  const others = rest.count > 0 ? [{ name: t("Others"), count: rest.count, colour: REST_COLOUR }] : [];
  return (
    <PanelPart title={t("Traffic sources")} className={className}>
      {total === 0 ? (
        <NothingYet>{t("Traffic sources appear here once you get visits.")}</NothingYet>
      ) : (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
          <div aria-hidden="true" className="relative mx-auto size-36 shrink-0">
            <RingChart slices={[...rows, ...others]} />
            <span className="absolute inset-0 grid place-content-center text-center">
              <span className="text-xs text-muted">
                {rich("{count, plural, one {<number>#</number> view} other {<number>#</number> views}}", {
                  count: total,
                  number: bigNumber,
                })}
              </span>
            </span>
          </div>
          <div className="min-w-0 flex-1 basis-60">
            <ul className="grid grid-cols-1 gap-1.5 text-sm">
              {rows.map(({ name, source, count, colour }) => (
                <li key={source} className="flex items-center gap-2">
                  <Swatch colour={colour} />
                  <span className="min-w-0 flex-1 truncate" title={name}>
                    {name}
                  </span>
                  <span className="text-muted tabular-nums">{formatNumber(count)}</span>
                  <span className="w-11 text-end font-medium tabular-nums">
                    {formatPercent(shareOf({ count, total }) / 100)}
                  </span>
                </li>
              ))}
            </ul>
            {rest.rows > 0 && (
              <p className="mt-2 text-sm text-muted">
                {rich(
                  "And {count, plural, one {# view} other {# views}} from {rows, plural, one {# other source} other {# other sources}}.",
                  { count: rest.count, rows: rest.rows },
                )}
              </p>
            )}
          </div>
        </div>
      )}
    </PanelPart>
  );
}

const bigNumber = (total: ReactNode) => (
  <span className="block font-display text-lg leading-tight font-[650] text-ink tabular-nums">{total}</span>
);
