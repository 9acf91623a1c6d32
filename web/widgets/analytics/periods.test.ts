import { expect, test } from "vitest";
import { parsePeriod, periodLabel } from "./periods.ts";

test.each([
  ["7", 7],
  ["30", 30],
  ["90", 90],
  ["365", 365],
  [null, 30],
  ["", 30],
  ["31", 30],
  ["1e1", 30],
  ["-7", 30],
])("reads a URL with %o as %i days", (requested, days) => {
  expect(parsePeriod(requested)).toBe(days);
});

test("names a period by its days", () => {
  expect(periodLabel(30)).toBe("Last 30 days");
});
