import { useQuery } from "@tanstack/react-query";
import { t } from "../../../contract/texts.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { AnalyticsPanel } from "../../widgets/analytics/analytics-panel.tsx";
import { NoVisits } from "../../widgets/analytics/no-visits.tsx";
import { PanelSkeleton } from "../../widgets/analytics/panel-skeleton.tsx";
import { analyticsQuery } from "../../widgets/analytics/queries.ts";

/** The creator's own analytics. Loaded data stay visible while newer data load or fail to load. */
export function LivePanel({ days, page }: { days: number; page: string }) {
  const { data, isError, isFetching, refetch } = useQuery(analyticsQuery(days));
  const failure = isError && (
    <div className="px-4 pt-1 pb-5 sm:px-5">
      <LoadFailure onRetry={refetch} busy={isFetching}>
        {data ? t("Couldn't refresh analytics. Showing earlier data.") : t("Couldn't load analytics.")}
      </LoadFailure>
    </div>
  );
  if (!data) return failure || <PanelSkeleton />;
  const isOther = data.days !== days;
  return (
    <>
      {failure}
      <p role="status" className="sr-only">
        {isOther && isFetching && t("Loading analytics")}
      </p>
      <div
        aria-busy={isFetching}
        className={`border-t border-line transition-opacity ${isOther && isFetching ? "opacity-60" : ""}`}
      >
        <AnalyticsPanel
          summary={data.summary}
          days={data.days}
          since={data.requestedAt}
          quiet={<NoVisits days={data.days} page={page} hasTiles={data.summary.perTile.length > 0} />}
        />
      </div>
    </>
  );
}
