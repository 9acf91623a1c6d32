import { expect, test } from "vitest";
import { toInstant } from "./local-time.ts";

const iso = (time: string, zone = "Europe/Berlin") => toInstant(time, zone).toISOString();

test("converts a local time by the offset of its date", () => {
  expect(iso("2026-07-01T10:00")).toBe("2026-07-01T08:00:00.000Z");
  expect(iso("2026-12-01T10:00")).toBe("2026-12-01T09:00:00.000Z");
  expect(iso("2026-12-01T00:00", "Asia/Kathmandu")).toBe("2026-11-30T18:15:00.000Z");
  expect(iso("2026-12-01T00:00:30", "UTC")).toBe("2026-12-01T00:00:30.000Z");
});

test("takes the first occurrence of a time that occurs twice", () => {
  expect(iso("2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
  expect(iso("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
});

test("moves a skipped time forward by as much as the clocks", () => {
  expect(iso("2026-03-29T02:30")).toBe("2026-03-29T01:30:00.000Z");
  // Clocks that go forward by half an hour, and by a whole day.
  expect(iso("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("2026-10-03T15:45:00.000Z");
  expect(iso("2011-12-30T12:00", "Pacific/Apia")).toBe("2011-12-30T22:00:00.000Z");
});

test("keeps an instant in every time zone", () => {
  expect(iso("2026-07-01T10:00:00Z")).toBe("2026-07-01T10:00:00.000Z");
  expect(iso("2026-07-01T10:00:00+05:30", "America/New_York")).toBe("2026-07-01T04:30:00.000Z");
});
