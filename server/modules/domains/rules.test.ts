import { describe, expect, test } from "vitest";
import { nextCheck, withoutProof } from "./rules.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = new Date("2026-11-01T12:00:00Z");
const later = (ms: number) => new Date(START.getTime() + ms);

describe("a name without a proof", () => {
  test("is read after 1, 2, 5 and 10 minutes, every ten minutes for two days, then daily for a month", () => {
    const readings: number[] = [];
    for (let at: Date | null = nextCheck(START, START); at !== null; at = nextCheck(START, at))
      readings.push((at.getTime() - START.getTime()) / MINUTE);
    expect(readings.slice(0, 6)).toEqual([1, 2, 5, 10, 20, 30]);
    const days = readings.filter((minutes) => minutes > 2 * 24 * 60);
    expect(readings.length - days.length).toBe(3 + 2 * 24 * 6);
    expect(days).toHaveLength(28);
    expect(days.at(-1)).toBe(30 * 24 * 60);
  });

  test("only remembers the failure", () => {
    const row = { provenAt: null, createdAt: START, pausedAt: null, failingSince: null, warnings: 0 };
    const { change, notice } = withoutProof(row, "missing", later(DAY));
    expect(notice).toBeUndefined();
    expect(change).toEqual({
      failure: "missing",
      checkedAt: later(DAY),
      nextCheckAt: later(DAY + 10 * MINUTE),
    });
  });
});

/** Reads a proven name once a day with these results, and returns the notices by day. */
function live(results: readonly ("missing" | "silent" | "different")[]) {
  let row = {
    provenAt: START as Date | null,
    createdAt: START,
    pausedAt: null as Date | null,
    failingSince: null as Date | null,
    warnings: 0,
  };
  const notices: [day: number, notice: string][] = [];
  for (const [day, failure] of results.entries()) {
    const { change, notice } = withoutProof(row, failure, later(day * DAY));
    row = { ...row, ...change };
    if (notice) notices.push([day, notice]);
    if (!row.provenAt) break;
  }
  return { row, notices };
}

describe("a proven name", () => {
  test("is paused after seven days of a clear no, with three emails", () => {
    const { row, notices } = live(Array.from({ length: 9 }, () => "missing" as const));
    expect(notices).toEqual([
      [1, "failing"],
      [4, "failing"],
      [7, "paused"],
    ]);
    expect(row).toMatchObject({ provenAt: null, pausedAt: later(7 * DAY) });
  });

  test("stays while no server answers, however long", () => {
    const { row, notices } = live(Array.from({ length: 60 }, () => "silent" as const));
    expect(notices).toEqual([]);
    expect(row).toMatchObject({ provenAt: START, failingSince: null });
  });

  test("is paused only by a clear no, not by silence on the last day", () => {
    const { row, notices } = live([
      "different",
      "silent",
      "silent",
      "silent",
      "silent",
      "silent",
      "silent",
      "silent",
    ]);
    expect(notices).toEqual([]);
    expect(row).toMatchObject({ provenAt: START, failingSince: START });
  });
});
