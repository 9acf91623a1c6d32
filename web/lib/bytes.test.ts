import { expect, test } from "vitest";
import { formatBytes, formatWait, type Sample, speedOf, withSample } from "./bytes.ts";

test.each([
  [0, "0 KB"],
  [1, "0 KB"],
  [734 * 1024, "734 KB"],
  [1024 * 1024, "1.0 MB"],
  [1.5 * 1024 * 1024, "1.5 MB"],
  [312 * 1024 * 1024, "312 MB"],
  [1024 * 1024 * 1024, "1.0 GB"],
])("formats %i bytes as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("measures an upload's speed over its last seconds", () => {
  let samples: Sample[] = [];
  for (let second = 0; second <= 10; second += 1)
    samples = withSample(samples, { at: second * 1000, bytes: second < 5 ? 0 : (second - 5) * 1_000_000 });
  expect(speedOf(samples)).toBeCloseTo(1_000_000, -1);
  expect(samples.length).toBeLessThan(8);
});

test("has no speed for an upload that just began", () => {
  expect(speedOf([])).toBeNull();
  expect(speedOf([{ at: 0, bytes: 10 }])).toBeNull();
});

test.each([
  [0, "1 s"],
  [7.2, "8 s"],
  [59, "59 s"],
  [59.8, "1 min"],
  [61, "2 min"],
  [3599, "1 h"],
  [3900, "1 h 5 min"],
])("formats %d seconds as %s", (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});
