import { type AnalyticsSummary, Device, EventType } from "../../../contract/analytics.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { DayCount, Groups, listRecent, TileCount, TileRow } from "./summary-repository.ts";
import { FILTERED } from "./tables.ts";

/** The counts of a period. */
export type Figures = {
  dates: readonly string[];
  days: readonly DayCount[];
  tiles: readonly TileRow[];
  tileCounts: readonly TileCount[];
  visits: Groups;
  recent: Awaited<ReturnType<typeof listRecent>>;
};

/** Formats the summary. It contains every event, device and day, with 0 where there are no events. */
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
    page_views: viewsAfter(tile.since, figures.days) + (counts.get(key(tile.id, "page_view")) ?? 0),
    tile_clicks: counts.get(key(tile.id, "tile_click")) ?? 0,
    purchases: counts.get(key(tile.id, "purchase")) ?? 0,
  }));
}

/** Returns the page views on the days after a date. The day itself is counted per tile from its creation on. */
function viewsAfter(date: string, days: readonly DayCount[]): number {
  return days.reduce((sum, day) => (day.event === "page_view" && day.date > date ? sum + day.count : sum), 0);
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
