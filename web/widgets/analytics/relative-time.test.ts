import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { timeAgo } from "./relative-time.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const agoBy = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now);

test.each([
  [0, "0 seconds ago"],
  [1, "1 second ago"],
  [59, "59 seconds ago"],
  [60, "1 minute ago"],
  [119, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "1 day ago"],
  [30 * 86_400, "30 days ago"],
])("describes %i seconds ago as %o", (seconds, words) => {
  expect(agoBy(seconds)).toBe(words);
});

test("describes a time in the future as just now", () => {
  expect(agoBy(-90)).toBe("0 seconds ago");
});

test("never claims more time than has passed, nor less than half of it", () => {
  const seconds = new Map([
    ["second", 1],
    ["minute", 60],
    ["hour", 3600],
    ["day", 86_400],
  ]);
  forAll(fc.integer({ min: 1, max: 400 * 86_400 }), (passed) => {
    const [, count, unit = ""] = /^(\d+) (second|minute|hour|day)s? ago$/.exec(agoBy(passed)) ?? [];
    const said = Number(count) * (seconds.get(unit) ?? 0);
    expect(said).toBeLessThanOrEqual(passed);
    expect(said).toBeGreaterThan(passed / 2);
  });
});
