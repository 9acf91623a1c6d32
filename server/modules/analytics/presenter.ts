import { type AnalyticsSummary, Device, EventType } from "../../../contract/analytics.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { countByDay, countByTile, Groups, listRecent, TileRow } from "./summary-repository.ts";

/** What the database counted in a period. */
export type Figures = {
  dates: readonly string[];
  days: Awaited<ReturnType<typeof countByDay>>;
  tiles: readonly TileRow[];
  /** Views of the page since a tile's creation, by its milliseconds. */
  viewsSince: ReadonlyMap<number, number>;
  tileEvents: Awaited<ReturnType<typeof countByTile>>;
  visits: Groups;
  recent: Awaited<ReturnType<typeof listRecent>>;
};

/** The whole summary: every event, device and day is there, with 0 where nothing happened. */
export function presentSummary(figures: Figures, publicUrl: string): AnalyticsSummary {
  return {
    summary: EventType.options.map((event) => ({
      event,
      count: figures.days.reduce((sum, day) => (day.event === event ? sum + day.count : sum), 0),
    })),
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
  };
}

function presentTiles(figures: Figures, publicUrl: string): AnalyticsSummary["perTile"] {
  const key = (tileId: number | null, event: EventType) => `${tileId} ${event}`;
  const counts = new Map(figures.tileEvents.map((row) => [key(row.tileId, row.event), row.count]));
  return figures.tiles.map((tile) => ({
    id: tile.id,
    title: tile.title,
    type: tile.type,
    image_url: toPublicUrl(tile.imageUrl, publicUrl),
    page_views: figures.viewsSince.get(tile.createdAt.getTime()) ?? 0,
    tile_clicks: counts.get(key(tile.id, "tile_click")) ?? 0,
    purchases: counts.get(key(tile.id, "purchase")) ?? 0,
  }));
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
