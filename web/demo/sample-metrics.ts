import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import { t } from "../../contract/texts.ts";
import { studio } from "../ui/mosaic-studio/sample-images.ts";

const DAY_MS = 86_400_000;

/** How many days the sample covers. */
export const SAMPLE_DAYS = 30;

/** The events of each day, oldest first. */
const daily = {
  page_view: [
    259, 274, 284, 289, 331, 408, 427, 268, 278, 273, 300, 413, 478, 518, 332, 344, 302, 675, 598, 566, 553,
    368, 464, 334, 447, 527, 630, 557, 420, 491,
  ],
  tile_click: [
    76, 88, 89, 105, 102, 140, 131, 112, 121, 116, 127, 150, 187, 174, 147, 141, 151, 212, 237, 193, 194, 160,
    148, 143, 194, 179, 230, 276, 201, 207,
  ],
  checkout_start: [
    5, 6, 5, 5, 6, 7, 11, 8, 7, 8, 7, 8, 10, 11, 8, 9, 9, 18, 14, 14, 15, 12, 12, 10, 13, 14, 19, 17, 15, 15,
  ],
  purchase: [2, 2, 2, 2, 3, 3, 4, 3, 3, 4, 4, 4, 4, 6, 4, 5, 4, 7, 7, 7, 7, 6, 6, 6, 5, 6, 8, 8, 7, 7],
} as const;

const TITLES = {
  cup: t("Morning cup, speckled"),
  notebook: t("Glaze notebook (PDF)"),
  letter: t("Sunday letter"),
  film: t("Studio film: throwing a bowl"),
  workshop: t("Workshop in Porto"),
  testTiles: t("Colour test tiles"),
  kiln: t("Kiln sale at Brightfire"),
  clay: t("Buy me a bag of clay"),
};

/** Two of the tiles were added later, 18 and 11 days ago, today included. */
const tiles: AnalyticsSummary["perTile"] = [
  tile(1, "product", TITLES.cup, { image_url: studio.cup, tile_clicks: 1302, purchases: 58 }),
  tile(2, "product", TITLES.notebook, {
    image_url: studio.notebook,
    tile_clicks: 1187,
    purchases: 63,
  }),
  tile(3, "signup", TITLES.letter, { image_url: studio.letter, tile_clicks: 624 }),
  tile(4, "content", TITLES.film, { image_url: studio.film, tile_clicks: 561 }),
  tile(5, "link", TITLES.workshop, { page_views: viewsOf(18), tile_clicks: 338 }),
  tile(6, "product", TITLES.testTiles, {
    image_url: studio.testTiles,
    page_views: viewsOf(11),
    tile_clicks: 274,
    purchases: 14,
  }),
  tile(7, "link_ad", TITLES.kiln, { image_url: studio.kiln, tile_clicks: 242 }),
  tile(8, "tip", TITLES.clay, { image_url: studio.clay, tile_clicks: 203, purchases: 11 }),
];

const devices: AnalyticsSummary["devices"] = [
  { device: "mobile", count: 8812 },
  { device: "desktop", count: 2985 },
  { device: "tablet", count: 611 },
];

const sources: AnalyticsSummary["sources"] = [
  { source: "instagram", count: 5210 },
  { source: "tiktok", count: 2610 },
  { source: "direct", count: 1740 },
  { source: "google", count: 1120 },
  { source: "email", count: 930 },
  { source: "pinterest", count: 498 },
  { source: "reddit", count: 180 },
  { source: "youtube", count: 120 },
];

const countries: AnalyticsSummary["countries"] = [
  { country: "PT", count: 3420 },
  { country: "DE", count: 2180 },
  { country: "GB", count: 1640 },
  { country: "US", count: 1515 },
  { country: "FR", count: 1102 },
  { country: "ES", count: 940 },
  { country: "NL", count: 612 },
  { country: "JP", count: 421 },
  { country: "BR", count: 318 },
  { country: "IT", count: 260 },
];

type SampleEvent = { secondsAgo: number } & Omit<AnalyticsSummary["recent"][number], "created_at">;

const moments: readonly SampleEvent[] = [
  { secondsAgo: 18, event: "page_view", title: null },
  { secondsAgo: 52, event: "tile_click", title: TITLES.notebook },
  { secondsAgo: 97, event: "page_view", title: null },
  { secondsAgo: 185, event: "purchase", title: TITLES.cup },
  { secondsAgo: 260, event: "checkout_start", title: TITLES.cup },
  { secondsAgo: 281, event: "tile_click", title: TITLES.cup },
  { secondsAgo: 330, event: "page_view", title: null },
  { secondsAgo: 610, event: "profile_share", title: null },
  { secondsAgo: 655, event: "page_view", title: null },
  { secondsAgo: 840, event: "tile_click", title: TITLES.letter },
  { secondsAgo: 866, event: "page_view", title: null },
  { secondsAgo: 1130, event: "tile_click", title: TITLES.film },
  { secondsAgo: 1152, event: "page_view", title: null },
  { secondsAgo: 1480, event: "tile_click", title: TITLES.workshop },
  { secondsAgo: 1503, event: "page_view", title: null },
  { secondsAgo: 2010, event: "page_view", title: null },
  { secondsAgo: 2745, event: "purchase", title: TITLES.clay },
  { secondsAgo: 2790, event: "checkout_start", title: TITLES.clay },
  { secondsAgo: 2811, event: "tile_click", title: TITLES.clay },
  { secondsAgo: 3720, event: "page_view", title: null },
];

/** Returns sample analytics of an invented page up to now. */
export function sampleSummary(now: Date): AnalyticsSummary {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return {
    summary: [
      { event: "page_view", count: sum(daily.page_view) },
      { event: "tile_click", count: sum(daily.tile_click) },
      { event: "checkout_start", count: sum(daily.checkout_start) },
      { event: "purchase", count: sum(daily.purchase) },
      { event: "profile_share", count: 92 },
    ],
    perTile: tiles,
    devices,
    recent: moments.map(({ secondsAgo, event, title }) => ({
      event,
      title,
      created_at: new Date(now.getTime() - secondsAgo * 1000).toISOString(),
    })),
    countries,
    sources,
    filtered: 1873,
    series: Array.from({ length: SAMPLE_DAYS }, (_, day) => ({
      date: new Date(today - (SAMPLE_DAYS - 1 - day) * DAY_MS).toISOString().slice(0, 10),
      page_view: daily.page_view[day] ?? 0,
      tile_click: daily.tile_click[day] ?? 0,
      checkout_start: daily.checkout_start[day] ?? 0,
      purchase: daily.purchase[day] ?? 0,
    })),
  };
}

type TileMetrics = AnalyticsSummary["perTile"][number];

function tile(
  id: number,
  type: TileMetrics["type"],
  title: string,
  figures: Partial<TileMetrics> & Pick<TileMetrics, "tile_clicks">,
): TileMetrics {
  const shown = { image_url: null, page_views: viewsOf(SAMPLE_DAYS), purchases: 0, plays: 0 };
  return { id, type, title, ...shown, state: "live", ...figures };
}

/** Returns the views of the page in the last `days`. */
function viewsOf(days: number): number {
  return sum(daily.page_view.slice(-days));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
