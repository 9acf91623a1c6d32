import { describe, expect, test } from "vitest";
import { giftDays } from "./gift-rules.ts";

describe("giftDays", () => {
  test("begins today in the time zone and ends on the same day of the next year", () => {
    const now = new Date("2026-11-28T23:30:00Z");
    expect(giftDays(now, "UTC")).toEqual({ first: "2026-11-28", last: "2027-11-28" });
    expect(giftDays(now, "Europe/Berlin")).toEqual({ first: "2026-11-29", last: "2027-11-29" });
    expect(giftDays(now, "America/Lima").first).toBe("2026-11-28");
  });

  test("ends on 1 March of the next year if today is 29 February", () => {
    expect(giftDays(new Date("2028-02-29T12:00:00Z"), "UTC").last).toBe("2029-03-01");
  });
});
