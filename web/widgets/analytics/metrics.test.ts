import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { clickThroughRate, countOf, isQuiet, shareOf, topOf, totalOf } from "./metrics.ts";

const rows = fc.array(fc.record({ name: fc.string(), count: fc.nat(1_000_000) }), { maxLength: 30 });

test("calculates the click rate with one decimal", () => {
  expect(clickThroughRate({ views: 12_408, clicks: 1902 })).toBe("15.3%");
  expect(clickThroughRate({ views: 3, clicks: 1 })).toBe("33.3%");
  expect(clickThroughRate({ views: 8, clicks: 8 })).toBe("100.0%");
  // A tile can be clicked more often than the page was viewed.
  expect(clickThroughRate({ views: 2, clicks: 5 })).toBe("250.0%");
});

test("returns a click rate of 0.0 without views", () => {
  forAll(fc.nat(), (clicks) => {
    expect(clickThroughRate({ views: 0, clicks })).toBe("0.0%");
  });
});

test("rounds a click rate to a twentieth as a plain number", () => {
  forAll(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), (views, clicks) => {
    const rate = clickThroughRate({ views, clicks });
    expect(rate).toMatch(/^[\d,]+\.\d%$/);
    expect(Math.abs(Number(rate.replace(/[,%]/g, "")) - (clicks / views) * 100)).toBeLessThanOrEqual(0.0501);
  });
});

test("rounds shares to whole percent, and 0 of 0 to 0", () => {
  expect(shareOf({ count: 2, total: 3 })).toBe(67);
  expect(shareOf({ count: 1, total: 3 })).toBe(33);
  expect(shareOf({ count: 0, total: 0 })).toBe(0);
});

test("adds the shares of three devices up to about a hundred", () => {
  forAll(fc.tuple(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000)), (counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    fc.pre(total > 0);
    const shares = counts.map((count) => shareOf({ count, total }));
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThanOrEqual(1);
    for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
  });
});

test("splits all rows into top rows and the rest, without duplicates", () => {
  forAll(rows, fc.integer({ min: 1, max: 8 }), (given, most) => {
    const { top, rest } = topOf(given, most);
    expect(top.length).toBeLessThanOrEqual(most);
    expect(new Set(top).size).toBe(top.length);
    expect(totalOf(top) + rest.count).toBe(totalOf(given));
    expect(top.length + rest.rows).toBe(given.filter(({ count }) => count > 0).length);
    const least = top.at(-1)?.count ?? 0;
    expect(top.map(({ count }) => count)).toEqual(top.map(({ count }) => count).sort((a, b) => b - a));
    if (rest.rows > 0) expect(rest.count).toBeLessThanOrEqual(rest.rows * least);
  });
});

test("leaves the given rows unchanged when choosing the top ones", () => {
  const given = Object.freeze([{ count: 1 }, { count: 3 }, { count: 0 }]);
  expect(topOf(given, 6)).toEqual({ top: [{ count: 3 }, { count: 1 }], rest: { rows: 0, count: 0 } });
});

test("returns 0 for an event that is missing from the summary", () => {
  expect(countOf([{ event: "purchase", count: 3 }], "purchase")).toBe(3);
  expect(countOf([], "purchase")).toBe(0);
});

test("returns true until an event happens in the period", () => {
  expect(isQuiet({ summary: [{ event: "page_view", count: 0 }] })).toBe(true);
  expect(isQuiet({ summary: [{ event: "profile_share", count: 1 }] })).toBe(false);
});
