import { type AnalyticsSummary, Device, EventType } from "../../../contract/api/analytics.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { DayCount, Groups, listRecent, TileCount, TileRow } from "./summary-repository.ts";
import { FILTERED } from "./tables.ts";

export type Figures = {
  dates: readonly string[];
  days: readonly DayCount[];
  tiles: readonly TileRow[];
  tileCounts: readonly TileCount[];
  visits: Groups;
  recent: readonly (Omit<Awaited<ReturnType<typeof listRecent>>[number], "tileId"> & {
    title: string | null;
  })[];
};

/** Formats the summary. It contains every event, device and day, with 0 for those without events. */
export function presentSummary(figures: Figures, publicUrl: string): AnalyticsSummary {
  const total = (event: DayCount["event"]) =>
    figures.days.reduce((sum, day) => (day.event === event ? sum + day.count : sum), 0);
  return {
    summary: EventType.options.map((event) => ({ event, count: total(event) })),
    perTile: presentTiles(figures, publicUrl),
    devices: Device.options.map((device) => ({
      device,
      count: figures.visits.devices.find((row) => row.device === device)?.count ?? 0,
    })),
    recent: figures.recent.map(({ event, title, createdAt }) => ({
      event,
      title,
      created_at: createdAt.toISOString(),
    })),
    countries: figures.visits.countries,
    sources: figures.visits.sources,
    series: presentSeries(figures),
    filtered: total(FILTERED),
  };
}

function presentTiles(figures: Figures, publicUrl: string): AnalyticsSummary["perTile"] {
  const key = (tileId: number, event: TileCount["event"]) => `${tileId} ${event}`;
  const counts = new Map(figures.tileCounts.map((row) => [key(row.tileId, row.event), row.count]));
  return figures.tiles.map((tile) => ({
    id: tile.id,
    title: tile.title,
    type: tile.type,
    image_url: toPublicUrl(tile.imageUrl, publicUrl),
    page_views: viewsWhileLive(tile, {
      days: figures.days,
      sinceCreation: counts.get(key(tile.id, "page_view")) ?? 0,
    }),
    tile_clicks: counts.get(key(tile.id, "tile_click")) ?? 0,
    purchases: counts.get(key(tile.id, "purchase")) ?? 0,
    plays: counts.get(key(tile.id, "play")) ?? 0,
    state: tile.state,
  }));
}

/**
 * Returns the page views of the UTC days on which a tile was on the page, so that its click-through rate does
 * not fall after its end. The day of its creation counts from that moment. The days of its scheduled start and
 * end count as a whole.
 */
function viewsWhileLive(
  { since, startDay, endDay }: Pick<TileRow, "since" | "startDay" | "endDay">,
  { days, sinceCreation }: { days: readonly DayCount[]; sinceCreation: number },
): number {
  const isLater = startDay !== null && startDay > since;
  const isLiveOn = (date: string) =>
    (isLater ? date >= startDay : date > since) && (endDay === null || date <= endDay);
  return days.reduce(
    (sum, day) => (day.event === "page_view" && isLiveOn(day.date) ? sum + day.count : sum),
    isLater ? 0 : sinceCreation,
  );
}

function presentSeries({ dates, days }: Figures): AnalyticsSummary["series"] {
  const counts = new Map(days.map((row) => [`${row.date} ${row.event}`, row.count]));
  const countOf = (date: string, event: EventType) => counts.get(`${date} ${event}`) ?? 0;
  return dates.map((date) => ({
    date,
    page_view: countOf(date, "page_view"),
    tile_click: countOf(date, "tile_click"),
    checkout_start: countOf(date, "checkout_start"),
    purchase: countOf(date, "purchase"),
  }));
}
