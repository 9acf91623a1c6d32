import { expect, test } from "vitest";
import { isInOrder, TimeZone, timeField } from "./local-time.ts";

const field = timeField("The start");
const isTaken = (value: unknown) => field.safeParse(value).success;

test("accepts times in local form and as instants", () => {
  for (const time of [
    "2026-11-27T18:00",
    "2026-11-27T18:00:30",
    "2026-11-27T18:00:00Z",
    "2026-11-27T18:00:00.123+01:00",
    "2026-11-27T18:00Z",
    "2026-11-27T18:00+01:00",
  ])
    expect(field.parse(time)).toBe(time);
  expect(field.parse("")).toBe(null);
});

test("rejects a time that is not in the calendar", () => {
  for (const time of [
    "2026-11-31T10:00",
    "2026-13-01T10:00",
    "2026-11-27T24:00",
    "2026-11-27",
    "2026-11-27 18:00",
    "tomorrow",
    "1999-12-31T23:59",
    "2100-01-01T00:00",
    "+012026-01-01T00:00",
    "2026-11-27T18:00:00.0000000001",
    "2026-11-27T18:00[Europe/Berlin]",
    5,
    "9".repeat(100_000),
  ])
    expect([String(time).slice(0, 40), isTaken(time)]).toEqual([String(time).slice(0, 40), false]);
});

test("compares a local time only with another local time", () => {
  expect(isInOrder("2026-11-27T18:00", "2026-11-27T18:01")).toBe(true);
  expect(isInOrder("2026-11-27T18:00", "2026-11-27T18:00:00")).toBe(false);
  expect(isInOrder("2026-11-27T18:00:00Z", "2026-11-27T18:30:00+01:00")).toBe(false);
  expect(isInOrder("2026-11-27T18:00:00Z", "2026-11-27T18:30")).toBe(true);
});

test("accepts only known names of time zones", () => {
  for (const name of ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])
    expect(TimeZone.parse(name)).toBe(name);
  for (const name of ["", "+01:00", "Mars/Olympus", "Europe/Berlin\u0000", "x".repeat(100_000), null])
    expect(TimeZone.safeParse(name).success).toBe(false);
});
