import { expect, test } from "vitest";
import { AnalyticsSummary } from "../../contract/api/analytics.ts";
import { SAMPLE_DAYS, sampleSummary } from "./sample-metrics.ts";

const now = new Date("2026-11-21T00:00:05.000Z");
const sample = sampleSummary(now);
const countOf = (event: string) => sample.summary.find((row) => row.event === event)?.count;
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test("matches the schema of a real response", () => {
  expect(AnalyticsSummary.parse(sample)).toEqual(sample);
});

test("has consistent numbers", () => {
  const views = total(sample.series.map((day) => day.page_view));
  expect(countOf("page_view")).toBe(views);
  expect(views).toBe(12_408);
  for (const rows of [sample.devices, sample.sources, sample.countries])
    expect(total(rows.map(({ count }) => count))).toBe(views);
  expect(total(sample.perTile.map((tile) => tile.tile_clicks))).toBe(countOf("tile_click"));
  expect(total(sample.perTile.map((tile) => tile.purchases))).toBe(countOf("purchase"));
});

test("has more views than clicks, checkouts and purchases every day", () => {
  expect(sample.series).toHaveLength(SAMPLE_DAYS);
  for (const day of sample.series) {
    expect(day.tile_click).toBeLessThan(day.page_view);
    expect(day.checkout_start).toBeLessThan(day.tile_click);
    expect(day.purchase).toBeLessThan(day.checkout_start);
  }
});

test("counts all views of the page since a tile's first day as views of the tile", () => {
  const viewsSince = sample.series.map((_, day) =>
    total(sample.series.slice(day).map((each) => each.page_view)),
  );
  for (const tile of sample.perTile) expect(viewsSince).toContain(tile.page_views);
  expect(new Set(sample.perTile.map((tile) => tile.page_views)).size).toBe(3);
});

test("has purchases only of products and tips", () => {
  const bought = sample.perTile.filter((tile) => tile.purchases > 0);
  expect(bought.map((tile) => tile.type)).toEqual(["product", "product", "product", "tip"]);
});

test("ends today, with events of the last moments", () => {
  expect(sample.series.at(0)?.date).toBe("2026-10-23");
  expect(sample.series.at(-1)?.date).toBe("2026-11-21");
  const moments = sample.recent.map((event) => Date.parse(event.created_at));
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  expect(moments[0]).toBe(now.getTime() - 18_000);
  expect(sample.recent).toHaveLength(20);
});

test("has recent events of its own tiles, each sale after its click", () => {
  const titles = new Set(sample.perTile.map((tile) => tile.title));
  for (const { event, title } of sample.recent) {
    if (event === "page_view" || event === "profile_share") expect(title).toBeNull();
    else expect(titles).toContain(title);
  }
  const inOrder = sample.recent.toReversed();
  inOrder.forEach(({ event, title }, place) => {
    if (event !== "purchase") return;
    const before = inOrder.slice(0, place).filter((each) => each.title === title);
    expect(before.map((each) => each.event)).toEqual(["tile_click", "checkout_start"]);
  });
});
