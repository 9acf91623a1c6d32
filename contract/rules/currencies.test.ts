import { expect, test } from "vitest";
import { sentence } from "../texts.ts";
import { CURRENCIES, CURRENCY_CODES, findCurrency, unsupportedCurrency } from "./currencies.ts";
import { limits } from "./limits.ts";

test.for(CURRENCY_CODES)("gives %s bounds in whole minor units that allow every tip", (code) => {
  const { min, max, tip } = CURRENCIES[code];
  expect([min, max, tip.min, tip.max].every(Number.isInteger)).toBe(true);
  expect(min).toBeGreaterThan(0);
  expect(max).toBe(limits.priceCents.max);
  expect(tip.min).toBeGreaterThanOrEqual(min);
  expect(tip.max).toBeGreaterThan(tip.min);
  expect(tip.max).toBeLessThanOrEqual(max);
});

test("bounds euros by the limits of card payments", () => {
  expect(findCurrency("eur")).toMatchObject({ min: 50, max: 99_999_999, tip: { min: 50, max: 100_000 } });
});

test.for(["jpy", "krw", "isk", "ugx", "bhd", "jod", "kwd", "omr", "tnd", "EUR", "toString", ""])(
  "rejects the currency %j",
  (code) => {
    expect(findCurrency(code)).toBeUndefined();
  },
);

test("repeats an unsupported currency code in the message, but no other text", () => {
  const rest =
    "is not supported. Choose one of EUR, USD, GBP, CHF, SEK, NOK, DKK, PLN, CZK, RON, HUF, CAD, AUD, NZD.";
  expect(sentence(unsupportedCurrency(" jpy "))).toBe(`JPY ${rest}`);
  for (const given of ["<b>", "yens", "", 7, null, {}, ["jpy"]]) {
    expect(sentence(unsupportedCurrency(given))).toBe(`This currency ${rest}`);
  }
});
