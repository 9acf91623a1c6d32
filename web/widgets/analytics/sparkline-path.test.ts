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

test("a curve runs from edge to edge, its highest day at the top and 0 on the ground", () => {
  expect(sparklinePath([0, 5, 10]).line).toBe("M0 28L50 15L100 2");
  expect(sparklinePath([0, 5, 10]).area).toBe("M0 28L50 15L100 2V30H0Z");
});

test("days without anything, a single day and no day at all are level lines", () => {
  expect(sparklinePath([0, 0, 0]).line).toBe("M0 28L50 28L100 28");
  expect(sparklinePath([7]).line).toBe("M0 2L100 2");
  expect(sparklinePath([]).line).toBe("M0 28L100 28");
});

test("a day is marked where the line has it, also where several days are one point", () => {
  expect([0, 1, 2].map((place) => sparklineX(place, 3))).toEqual([0, 50, 100]);
  expect([0, 4, 5, 364].map((place) => sparklineX(place, 365))).toEqual([0, 0, 100 / 72, 100]);
  // The oldest point stands for the one day that is left over.
  expect([0, 1, 2, 90].map((place) => sparklineX(place, 91))).toEqual([0, 100 / 45, 100 / 45, 100]);
  expect(sparklineX(0, 1)).toBe(0);
});

test("a curve names the count at its top: the mean where several days are one point", () => {
  expect(sparklinePath([0, 5, 300]).highest).toBe(300);
  expect(sparklinePath(Array.from({ length: 180 }, (_, place) => (place === 1 ? 3 : 0))).highest).toBe(1.5);
  expect(sparklinePath([]).highest).toBe(0);
});

test("whatever is counted, the curve stays within its frame and never runs back", () => {
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

test("a month is rendered day by day", () => {
  const month = Array.from({ length: 30 }, (_, place) => place);
  expect(downsample(month, 90)).toEqual(month);
});

test("a year is rendered as means of five days, the last of them complete", () => {
  const year = Array.from({ length: 365 }, () => 3);
  expect(downsample(year, 90)).toEqual(Array.from({ length: 73 }, () => 3));
  expect(downsample([9, 1, 2, 3, 4], 3)).toEqual([9, 1.5, 3.5]);
});

test("joined days stay between the lowest and the highest day", () => {
  forAll(fc.array(fc.nat(1000), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (given, most) => {
    const joined = downsample(given, most);
    expect(joined.length).toBeLessThanOrEqual(most + 1);
    expect(Math.min(...joined)).toBeGreaterThanOrEqual(Math.min(...given));
    expect(Math.max(...joined)).toBeLessThanOrEqual(Math.max(...given));
  });
});

test("a curve is described by its first highest day and today", () => {
  const days = [
    { date: "2026-11-19", count: 4 },
    { date: "2026-11-20", count: 1204 },
    { date: "2026-11-21", count: 1204 },
  ];
  expect(describeCurve(days)).toBe("Most on 20 November: 1,204. Today: 1,204.");
  expect(describeCurve(days.map((day) => ({ ...day, count: 0 })))).toBe("No activity in this period.");
  expect(describeCurve([])).toBe("No activity in this period.");
});
