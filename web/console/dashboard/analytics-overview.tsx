import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Creator } from "../../../contract/creators.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { PanelSkeleton } from "../../widgets/analytics/panel-skeleton.tsx";
import { PeriodPicker } from "../../widgets/analytics/period-picker.tsx";
import { type AnalyticsPeriod, DEFAULT_PERIOD, parsePeriod } from "../../widgets/analytics/periods.ts";
import { ANALYTICS_KEY } from "../../widgets/analytics/queries.ts";
import { useLate } from "../../widgets/analytics/use-late.ts";
import { tilesQuery } from "../tiles/queries.ts";

const OPEN_KEY = "tessera.analytics";
const ROOMY = "(min-width: 40rem)";

/** The figures take their code and their data along only when somebody wants to see them. */
const loadPanel = async () => (await import("../../widgets/analytics/live-panel.tsx")).LivePanel;

/** The creator's figures, to fold away. The browser remembers whether they are. */
export function AnalyticsOverview({ creator }: { creator: Creator }) {
  const [open, setOpen] = useState(wasOpen);
  const [days, pickDays] = usePeriod();
  useFreshTiles();
  const toggle = () => {
    setOpen(!open);
    rememberOpen(!open);
  };
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
            aria-controls="analytics-figures"
            onClick={toggle}
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
      <div id="analytics-figures" hidden={!open}>
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
        Your figures could not be loaded.
      </Alert>
    </div>
  );
}

/** The window in the address: it survives a reload, and a link shows the same. */
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

/** The figures name the tiles: when one came, went or changed, they are asked for again. */
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

/** As it was left. At first it is open where there is room: on a phone it would stand between the creator and the tiles. */
function wasOpen(): boolean {
  return (remembered() ?? (window.matchMedia(ROOMY).matches ? "open" : "closed")) === "open";
}

/** Browsers may refuse to remember. */
function remembered(): string | null {
  try {
    return localStorage.getItem(OPEN_KEY);
  } catch {
    return null;
  }
}

function rememberOpen(open: boolean): void {
  try {
    localStorage.setItem(OPEN_KEY, open ? "open" : "closed");
  } catch {
    // Folded for now, which is all that was asked for.
  }
}
