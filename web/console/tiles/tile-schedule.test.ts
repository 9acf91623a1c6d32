import { expect, test } from "vitest";
import { TileInput } from "../../../contract/api/tiles.ts";
import { keepUnchangedTimes } from "../../lib/time-fields.ts";
import { nextChangeMs, scheduleText } from "./tile-schedule.ts";

const BERLIN = "Europe/Berlin";
/** The second 02:30 of the night in which daylight saving time ends. As a local time, it would mean the first. */
const second = "2026-10-25T01:30:00.000Z";
const input = (times: Record<string, string>) =>
  TileInput.parse({ type: "link", title: "Shop", url: "https://shop.example/", ...times });

test("keeps the instant of an unchanged time", () => {
  const saved = { starts_at: null, ends_at: second };
  expect(keepUnchangedTimes(input({ endsAt: "2026-10-25T02:30" }), saved, BERLIN).endsAt).toBe(second);
  expect(keepUnchangedTimes(input({ endsAt: "2026-10-25T02:31" }), saved, BERLIN).endsAt).toBe(
    "2026-10-25T02:31",
  );
  expect(keepUnchangedTimes(input({ endsAt: "" }), saved, BERLIN).endsAt).toBeNull();
  expect(keepUnchangedTimes(input({ startsAt: "2026-10-25T02:30" }), null, BERLIN).startsAt).toBe(
    "2026-10-25T02:30",
  );
});

test("shows on the card whether a tile is scheduled, ended, or live until a time", () => {
  const times = { starts_at: "2026-11-27T17:00:00.000Z", ends_at: "2026-11-28T17:00:00.000Z" };
  expect(scheduleText({ ...times, state: "scheduled" }, BERLIN)).toBe("Scheduled: 27 Nov 2026, 18:00");
  expect(scheduleText({ ...times, state: "live" }, BERLIN)).toBe("Live until 28 Nov 2026, 18:00");
  expect(scheduleText({ ...times, state: "ended" }, BERLIN)).toBe("Ended: 28 Nov 2026, 18:00");
  expect(scheduleText({ ...times, state: "hidden" }, BERLIN)).toBe("Hidden");
  expect(scheduleText({ starts_at: times.starts_at, ends_at: null, state: "live" }, BERLIN)).toBeNull();
});

test("reloads the list at the next start or end, never for a past one", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  expect(nextChangeMs(undefined, now)).toBe(false);
  expect(nextChangeMs([{ starts_at: at(-60), ends_at: null }], now)).toBe(false);
  const tiles = [
    { starts_at: at(60), ends_at: at(90) },
    { starts_at: at(-60), ends_at: at(30) },
  ];
  expect(nextChangeMs(tiles, now)).toBe(31_000);
  expect(nextChangeMs([{ starts_at: at(90 * 86_400), ends_at: null }], now)).toBe(2 ** 31 - 1);
});
