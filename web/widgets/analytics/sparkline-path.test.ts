import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { describeCurve, downsample, SPARKLINE, sparklinePath, sparklineX } from "./sparkline-path.ts";

const counts = fc.array(fc.nat(1_000_000), { maxLength: 400 });
const pointsOf = (line: string) =>
  line
    .slice(1)
    .split("L")
    .map((point) => point.split(" ").map(Number));

test("draws a curve from edge to edge with its highest day at the top and 0 at the bottom", () => {
  expect(sparklinePath([0, 5, 10]).line).toBe("M0 28L50 15L100 2");
  expect(sparklinePath([0, 5, 10]).area).toBe("M0 28L50 15L100 2V30H0Z");
});

test("draws days of 0, a single day and no day as level lines", () => {
  expect(sparklinePath([0, 0, 0]).line).toBe("M0 28L50 28L100 28");
  expect(sparklinePath([7]).line).toBe("M0 2L100 2");
  expect(sparklinePath([]).line).toBe("M0 28L100 28");
});

test("marks a day on its line, also where a point combines several days", () => {
  expect([0, 1, 2].map((place) => sparklineX(place, 3))).toEqual([0, 50, 100]);
  expect([0, 4, 5, 364].map((place) => sparklineX(place, 365))).toEqual([0, 0, 100 / 72, 100]);
  // The oldest point contains the one remaining day.
  expect([0, 1, 2, 90].map((place) => sparklineX(place, 91))).toEqual([0, 100 / 45, 100 / 45, 100]);
  expect(sparklineX(0, 1)).toBe(0);
});

test("returns the count at the top of a curve, or the mean if points combine days", () => {
  expect(sparklinePath([0, 5, 300]).highest).toBe(300);
  expect(sparklinePath(Array.from({ length: 180 }, (_, place) => (place === 1 ? 3 : 0))).highest).toBe(1.5);
  expect(sparklinePath([]).highest).toBe(0);
});

test("keeps every curve within its frame and moving forward", () => {
  forAll(counts, (given) => {
    const points = pointsOf(sparklinePath(given).line);
    expect(points.length).toBeLessThanOrEqual(91);
    points.forEach(([x = Number.NaN, y = Number.NaN], place) => {
      expect(x).toBeGreaterThanOrEqual(points[place - 1]?.[0] ?? 0);
      expect(x).toBeLessThanOrEqual(SPARKLINE.width);
      expect(y).toBeGreaterThanOrEqual(SPARKLINE.inset);
      expect(y).toBeLessThanOrEqual(SPARKLINE.height - SPARKLINE.inset);
    });
  });
});

test("draws a month day by day", () => {
  const month = Array.from({ length: 30 }, (_, place) => place);
  expect(downsample(month, 90)).toEqual(month);
});

test("draws a year as means of five days with a complete last group", () => {
  const year = Array.from({ length: 365 }, () => 3);
  expect(downsample(year, 90)).toEqual(Array.from({ length: 73 }, () => 3));
  expect(downsample([9, 1, 2, 3, 4], 3)).toEqual([9, 1.5, 3.5]);
});

test("keeps combined days between the lowest and the highest day", () => {
  forAll(fc.array(fc.nat(1000), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (given, most) => {
    const joined = downsample(given, most);
    expect(joined.length).toBeLessThanOrEqual(most + 1);
    expect(Math.min(...joined)).toBeGreaterThanOrEqual(Math.min(...given));
    expect(Math.max(...joined)).toBeLessThanOrEqual(Math.max(...given));
  });
});

test("describes a curve by its first highest day and today", () => {
  const days = [
    { date: "2026-11-19", count: 4 },
    { date: "2026-11-20", count: 1204 },
    { date: "2026-11-21", count: 1204 },
  ];
  expect(describeCurve(days)).toBe("Most on 20 November: 1,204. Today: 1,204.");
  expect(describeCurve(days.map((day) => ({ ...day, count: 0 })))).toBe("No activity in this period.");
  expect(describeCurve([])).toBe("No activity in this period.");
});
