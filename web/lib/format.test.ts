import { expect, test } from "vitest";
import { inLanguage } from "../../contract/translation.ts";
import {
  firstLetter,
  formatDay,
  formatFee,
  formatMoney,
  formatPercent,
  formatPrice,
  formatTimestamp,
  initials,
} from "./format.ts";

test("formats a price in cents in its currency and in English", () => {
  expect(formatPrice(1250, "eur")).toBe("€12.50");
  expect(formatPrice(123456, "USD")).toBe("$1,234.56");
  expect(formatPrice(17_550, "huf")).toBe("HUF\u00a0175.50");
});

test("shows a price of 0 as Free, but not an amount of 0", () => {
  expect(formatPrice(0, "eur")).toBe("Free");
  expect(formatPrice(1, "eur")).toBe("€0.01");
  expect(formatMoney(0, "eur")).toBe("€0.00");
});

test("gives a negative amount a minus sign, not a hyphen", () => {
  expect(formatMoney(-50, "eur")).toBe("−€0.50");
  expect(formatMoney(-50, "euro")).toBe("−0.50");
  expect(formatMoney(0 - 0, "eur")).toBe("€0.00");
});

test("accepts an unknown currency", () => {
  expect(formatPrice(1250, "euro")).toBe("12.50");
  expect(formatPrice(1250, "xyz")).toContain("12.50");
});

test("takes initials from at most two words", () => {
  expect(initials("Mosaic Studio")).toBe("MS");
  expect(initials("ada king lovelace")).toBe("AK");
  expect(initials("Prince")).toBe("P");
  expect(initials("  ")).toBe("");
});

test("keeps other scripts whole in initials and skips marks before a letter", () => {
  expect(initials("محمد علي")).toBe("مع");
  expect(initials("(the) éclair")).toBe("TÉ");
  expect(initials("🎨 Anna")).toBe("🎨A");
  expect(initials("ßtraße")).toBe("S");
});

test("shows the first letter of a tile without an image", () => {
  expect(firstLetter("workshop in Porto")).toBe("W");
  expect(firstLetter("“Quoted”")).toBe("Q");
  expect(firstLetter("")).toBe("•");
});

test("formats dates and times the same on the server and in every browser", () => {
  expect(formatDay("2026-11-21T23:30:00.000Z")).toBe("21 November 2026");
  expect(formatTimestamp("2026-11-21T23:05:00.000Z")).toBe("21 November 2026, 23:05 UTC");
  expect(formatTimestamp("2026-11-21T23:05:00.000Z", "Europe/Berlin", "en")).toBe(
    "22 November 2026, 00:05 CET",
  );
});

test("writes the comma of the language between day and time", () => {
  expect(formatTimestamp("2026-11-21T12:05:00.000Z", "UTC", "ar")).toContain("2026، ");
  expect(formatTimestamp("2026-11-21T12:05:00.000Z", "UTC", "de")).toContain("2026, ");
});

test("formats a fee in basis points as a percentage with two decimals", () => {
  expect(formatFee(500)).toBe("5.00%");
  expect(formatFee(0)).toBe("0.00%");
});

test("writes a percentage as its language does", () => {
  expect(formatPercent(0.423)).toBe("42%");
  expect(formatPercent(0.423, 1)).toBe("42.3%");
  expect(inLanguage("de", () => formatPercent(0.423, 1))).toBe("42,3\u00a0%");
  expect(inLanguage("fr", () => formatPercent(-0.05))).toMatch(/^-5\s%$/);
});
