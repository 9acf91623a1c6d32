import { t } from "../../../contract/texts.ts";
import "./palette.css";
import type { ReactNode } from "react";
import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { formatNumber } from "../../lib/format.ts";
import { isQuiet } from "./metrics.ts";
import { RecentActivity } from "./recent-activity.tsx";
import { SessionBreakdown } from "./session-breakdown.tsx";
import { StatCards } from "./stat-cards.tsx";
import { TilePerformance } from "./tile-performance.tsx";
import { TopCountries } from "./top-countries.tsx";
import { TrafficSources } from "./traffic-sources.tsx";

/** With this many rows the list of tiles is about as high as the parts beside it. */
const FEW_TILES = 6;

type AnalyticsPanelProps = {
  summary: AnalyticsSummary;
  /** How many days the analytics cover. */
  days: number;
  /** The time of the request. */
  since: Date;
  /** Shown if no event happened in the period. */
  quiet: ReactNode;
};

/** The analytics of a page, for the dashboard and the demo. */
export function AnalyticsPanel({ summary, days, since, quiet }: AnalyticsPanelProps) {
  const nothing = isQuiet(summary);
  // In the shorter column: without countries the right one, unless there are few tiles.
  const isRecentOnRight = summary.countries.length === 0 && summary.perTile.length > FEW_TILES;
  const recent = (
    <RecentActivity
      recent={summary.recent}
      since={since}
      className="border-t border-line max-lg:order-last"
    />
  );
  return (
    <div className="analytics">
      <StatCards summary={summary.summary} series={summary.series} />
      {nothing && quiet}
      {nothing ? (
        summary.perTile.length > 0 && (
          <TilePerformance tiles={summary.perTile} days={days} className="border-t border-line" />
        )
      ) : (
        // On a phone the columns become one, with recent activity at the end.
        <div className="grid grid-cols-1 border-t border-line lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
          <div className="min-w-0 max-lg:contents">
            <TilePerformance tiles={summary.perTile} days={days} />
            {!isRecentOnRight && recent}
          </div>
          <div className="min-w-0 border-line max-lg:contents lg:border-s">
            <TrafficSources sources={summary.sources} className="border-line max-lg:border-t" />
            <SessionBreakdown devices={summary.devices} className="border-t border-line" />
            <TopCountries countries={summary.countries} className="border-t border-line" />
            {isRecentOnRight && recent}
          </div>
        </div>
      )}
      <CountingNote filtered={summary.filtered} days={days} />
    </div>
  );
}

/** Explains what is counted. */
function CountingNote({ filtered, days }: { filtered: number; days: number }) {
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
      {filtered > 0
        ? t(
            "Counted without cookies and without storing IP addresses. Bots, link previews ({filtered} in these {days, plural, one {# day} other {# days}}) and your own visits are left out. A day begins at midnight UTC.",
            { filtered: formatNumber(filtered), days },
          )
        : t(
            "Counted without cookies and without storing IP addresses. Bots, link previews and your own visits are left out. A day begins at midnight UTC.",
          )}
    </p>
  );
}
