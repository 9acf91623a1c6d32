import { expect, test } from "vitest";
import { formatInstant, toLocalInput } from "./time-fields.ts";

test("shows an instant in the field as local time of its date", () => {
  expect(toLocalInput("2026-07-01T08:00:00.000Z", "Europe/Berlin")).toBe("2026-07-01T10:00");
  expect(toLocalInput("2026-12-31T23:30:00.000Z", "Europe/Berlin")).toBe("2027-01-01T00:30");
  expect(toLocalInput("2026-12-31T23:30:00.000Z", "America/New_York")).toBe("2026-12-31T18:30");
  expect(toLocalInput(null, "UTC")).toBe("");
});

test("formats an instant in the creator's time zone", () => {
  expect(formatInstant("2026-11-27T17:00:00.000Z", "Europe/Berlin")).toBe("27 Nov 2026, 18:00");
});

test("shows a short UTC time in a table", () => {
  expect(formatInstant("2026-11-21T23:05:59.000Z")).toBe("21 Nov 2026, 23:05");
});
