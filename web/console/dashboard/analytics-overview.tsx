import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDownIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Creator } from "../../../contract/creators.ts";
import { readBrowserSetting, saveBrowserSetting } from "../../lib/browser-setting.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { isQuiet } from "../../widgets/analytics/metrics.ts";
import { PanelSkeleton } from "../../widgets/analytics/panel-skeleton.tsx";
import { PeriodPicker } from "../../widgets/analytics/period-picker.tsx";
import { type AnalyticsPeriod, DEFAULT_PERIOD, parsePeriod } from "../../widgets/analytics/periods.ts";
import { ANALYTICS_KEY, analyticsQuery } from "../../widgets/analytics/queries.ts";
import { useLate } from "../../widgets/analytics/use-late.ts";
import { tilesQuery } from "../tiles/queries.ts";

const CHOICE_KEY = "tessera.analytics";
const VISITED_KEY = "tessera.analytics.visited";
const WIDE = "(min-width: 40rem)";

/** The panel's code and data are loaded when it is opened. */
const loadPanel = async () => (await import("../../widgets/analytics/live-panel.tsx")).LivePanel;

/** The creator's analytics, which can be collapsed. */
export function AnalyticsOverview({ creator }: { creator: Creator }) {
  const [days, pickDays] = usePeriod();
  const [open, setOpen] = useOpen(days);
  useFreshTiles();
  return (
    <section
      aria-labelledby="analytics-overview"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-4 px-2 py-2 sm:px-3">
        <h2 id="analytics-overview" className="flex-1 text-xl whitespace-nowrap">
          <button
            type="button"
            aria-expanded={open}
            aria-controls="analytics-panel"
            onClick={() => setOpen(!open)}
            className="group flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left"
          >
            Analytics overview
            <ChevronDownIcon
              size={20}
              className={`text-muted transition-transform group-hover:text-ink ${open ? "rotate-180" : ""}`}
            />
          </button>
        </h2>
        {open && <PeriodPicker days={days} onPick={pickDays} />}
      </div>
      <div id="analytics-panel" hidden={!open}>
        {open && <LatePanel days={days} handle={creator.handle} />}
      </div>
    </section>
  );
}

function LatePanel(props: { days: number; handle: string }) {
  const { Component, hasFailed } = useLate(loadPanel);
  if (Component) return <Component {...props} />;
  if (!hasFailed) return <PanelSkeleton />;
  return (
    <div className="px-4 pt-1 pb-5 sm:px-5">
      <Alert
        tone="bad"
        role="alert"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        Couldn't load analytics.
      </Alert>
    </div>
  );
}

/** The period, in the URL: it survives a reload, and a link shows the same. */
function usePeriod(): [AnalyticsPeriod, (days: AnalyticsPeriod) => void] {
  const [query, setQuery] = useSearchParams();
  const pick = (days: AnalyticsPeriod) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (days === DEFAULT_PERIOD) after.delete("days");
        else after.set("days", String(days));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [parsePeriod(query.get("days")), pick];
}

/** The analytics name the tiles: when these change, they are loaded again. */
function useFreshTiles() {
  const queryClient = useQueryClient();
  const { data: tiles } = useQuery(tilesQuery);
  const known = useRef(tiles);
  useEffect(() => {
    if (known.current && known.current !== tiles)
      void queryClient.invalidateQueries({ queryKey: ANALYTICS_KEY });
    known.current = tiles;
  }, [tiles, queryClient]);
}

/**
 * Open or collapsed as the user left it in this browser. Until then it opens where there is room and something to see:
 * on a phone, and on a page without visits, it would come between the creator and the tiles.
 */
function useOpen(days: number): [boolean, (open: boolean) => void] {
  const [choice, setChoice] = useState(() => readBrowserSetting(CHOICE_KEY));
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  // Remembered, so that the next time the panel does not open late and move the tiles.
  const [isVisited, setIsVisited] = useState(() => readBrowserSetting(VISITED_KEY) !== null);
  const { data } = useQuery({ ...analyticsQuery(days), enabled: choice === null && isWide && !isVisited });
  if (data && !isQuiet(data.summary) && !isVisited) setIsVisited(true);
  useEffect(() => {
    if (isVisited) saveBrowserSetting(VISITED_KEY, "yes");
  }, [isVisited]);
  const choose = (open: boolean) => {
    setChoice(open ? "open" : "closed");
    saveBrowserSetting(CHOICE_KEY, open ? "open" : "closed");
  };
  return [choice === null ? isWide && isVisited : choice === "open", choose];
}
