import "./palette.css";
import type { ReactNode } from "react";
import type { AnalyticsSummary } from "../../../contract/analytics.ts";
import { formatCount, isQuiet } from "./metrics.ts";
import { RecentActivity } from "./recent-activity.tsx";
import { SessionBreakdown } from "./session-breakdown.tsx";
import { StatCards } from "./stat-cards.tsx";
import { TilePerformance } from "./tile-performance.tsx";
import { TopCountries } from "./top-countries.tsx";
import { TrafficSources } from "./traffic-sources.tsx";

type AnalyticsPanelProps = {
  summary: AnalyticsSummary;
  /** How many days the figures cover. */
  days: number;
  /** When they were asked for. */
  since: Date;
  /** Shown while nothing has happened in the window. */
  quiet: ReactNode;
};

/** A page's figures: the same on the dashboard and in the demo. */
export function AnalyticsPanel({ summary, days, since, quiet }: AnalyticsPanelProps) {
  const nothing = isQuiet(summary);
  return (
    <div className="analytics">
      <StatCards summary={summary.summary} series={summary.series} />
      {nothing && quiet}
      {nothing ? (
        summary.perTile.length > 0 && (
          <TilePerformance tiles={summary.perTile} days={days} className="border-t border-line" />
        )
      ) : (
        // On a phone the columns dissolve into one, with what happened last at its end.
        <div className="grid grid-cols-1 border-t border-line lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
          <div className="min-w-0 max-lg:contents">
            <TilePerformance tiles={summary.perTile} days={days} />
            <RecentActivity
              recent={summary.recent}
              since={since}
              className="border-t border-line max-lg:order-last"
            />
          </div>
          <div className="min-w-0 border-line max-lg:contents lg:border-l">
            <TrafficSources sources={summary.sources} className="border-line max-lg:border-t" />
            <SessionBreakdown devices={summary.devices} className="border-t border-line" />
            <TopCountries countries={summary.countries} className="border-t border-line" />
          </div>
        </div>
      )}
      <HowItIsCounted filtered={summary.filtered} days={days} />
    </div>
  );
}

/** Figures are worth as much as what was left out of them. */
function HowItIsCounted({ filtered, days }: { filtered: number; days: number }) {
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
      Counted without cookies and without storing addresses. Robots and link previews are left out
      {filtered > 0 && ` (${formatCount(filtered)} in these ${days} days)`}. A day begins at midnight UTC.
    </p>
  );
}
