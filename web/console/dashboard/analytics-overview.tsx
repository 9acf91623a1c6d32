import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDownIcon } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { z } from "zod";
import type { Creator } from "../../../contract/api/creators.ts";
import { t } from "../../../contract/texts.ts";
import { readStored, store } from "../../lib/browser-storage.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { isQuiet } from "../../widgets/analytics/metrics.ts";
import { PanelSkeleton } from "../../widgets/analytics/panel-skeleton.tsx";
import { DEFAULT_PERIOD, parsePeriod } from "../../widgets/analytics/periods.ts";
import { ANALYTICS_KEY, analyticsQuery } from "../../widgets/analytics/queries.ts";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { PeriodPicker } from "../analytics/period-picker.tsx";
import { tilesQuery } from "../tiles/queries.ts";

const CHOICE_KEY = "tessera.analytics";
const WIDE = "(min-width: 40rem)";

/** Loads the panel's code and data when it is opened. */
const LivePanel = lazyPart(
  async () => (await import("../analytics/live-panel.tsx")).LivePanel,
  () => (
    <div className="px-4 pt-1 pb-5 sm:px-5">
      <LoadFailure>{t("Couldn't load analytics.")}</LoadFailure>
    </div>
  ),
);
const PeriodState = z.object({ days: z.string().transform(parsePeriod).catch(DEFAULT_PERIOD) });

/** The creator's analytics, which can be collapsed. */
export function AnalyticsOverview({ creator }: { creator: Creator }) {
  const [{ days }, setUrl] = useUrlState(PeriodState);
  const [open, setOpen] = useOpen(days);
  useReloadAfterTileChange();
  return (
    <section
      id="analytics"
      aria-labelledby="analytics-overview"
      className="min-w-0 scroll-mt-4 overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-4 px-2 py-2 sm:px-3">
        <h2 id="analytics-overview" className="flex-1 text-xl whitespace-nowrap">
          <button
            type="button"
            aria-expanded={open}
            aria-controls="analytics-panel"
            onClick={() => setOpen(!open)}
            className="group flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-start"
          >
            {t("Analytics overview")}
            <ChevronDownIcon
              size={20}
              className={`text-muted transition-transform group-hover:text-ink ${open ? "rotate-180" : ""}`}
            />
          </button>
        </h2>
        {open && (
          <PeriodPicker days={days} onPick={(picked) => setUrl({ days: picked }, { replace: true })} />
        )}
      </div>
      <div id="analytics-panel" hidden={!open}>
        {open && (
          <Suspense fallback={<PanelSkeleton />}>
            <LivePanel days={days} page={pageUrlOf(creator)} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** Reloads the analytics after a change of the tiles, because they contain the tiles' titles. */
function useReloadAfterTileChange() {
  const queryClient = useQueryClient();
  const { data: tiles } = useQuery(tilesQuery);
  const previousTiles = useRef(tiles);
  useEffect(() => {
    if (previousTiles.current && previousTiles.current !== tiles)
      void queryClient.invalidateQueries({ queryKey: ANALYTICS_KEY });
    previousTiles.current = tiles;
  }, [tiles, queryClient]);
}

/** Open or collapsed as the user left it in this browser. At first it opens on a wide screen with some visits. */
function useOpen(days: number): [boolean, (open: boolean) => void] {
  const [choice, setChoice] = useState(() => readStored("browser", CHOICE_KEY));
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const { data } = useQuery({ ...analyticsQuery(days), enabled: choice === null && isWide });
  const isVisited = data !== undefined && !isQuiet(data.summary);
  // A link to the panel opens it once.
  const { key, hash } = useLocation();
  const [followedKey, setFollowedKey] = useState<string>();
  if (hash === "#analytics" && followedKey !== key) {
    setFollowedKey(key);
    setChoice("open");
  }
  const choose = (open: boolean) => {
    setChoice(open ? "open" : "closed");
    store("browser", CHOICE_KEY, open ? "open" : "closed");
  };
  return [choice === null ? isWide && isVisited : choice === "open", choose];
}
