import { expect, test } from "vitest";
import { directionOf } from "./directions.ts";
import { formatMoney, openGraphLocale } from "./formats.ts";
import { LANGUAGES } from "./languages.ts";

test("has only BCP 47 tags that this runtime can format", () => {
  expect(Intl.getCanonicalLocales([...LANGUAGES])).toEqual([...LANGUAGES]);
  expect(Intl.NumberFormat.supportedLocalesOf([...LANGUAGES])).toEqual([...LANGUAGES]);
});

test("returns the direction of the language's script", () => {
  const rightToLeft = LANGUAGES.filter((language) => directionOf(language) === "rtl");
  expect(rightToLeft).toEqual(["ar", "fa", "he", "ur"]);
});

test("adds the country to the language for Open Graph", () => {
  expect(["en", "en-GB", "de", "pt-BR", "zh-TW"].map((tag) => openGraphLocale(tag as "en"))).toEqual([
    "en_US",
    "en_GB",
    "de_DE",
    "pt_BR",
    "zh_TW",
  ]);
});

test("formats amounts in the language, by default in English", () => {
  expect(formatMoney(123_456, "eur")).toBe("€1,234.56");
  expect(formatMoney(123_456, "eur", "de")).toBe("1.234,56\u00a0€");
  expect(formatMoney(-5_00, "chf", "de-CH")).toBe("CHF−5.00");
  expect(formatMoney(123_456, "eur", "fr")).toBe("1\u202f234,56\u00a0€");
});
