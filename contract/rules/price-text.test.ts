import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "./for-all.test-kit.ts";
import { centsFromText, parsePrice, textFromCents } from "./price-text.ts";

test.each([
  ["12", 1200],
  ["12.", 1200],
  ["12.5", 1250],
  ["12.50", 1250],
  ["12,50", 1250],
  [" 12 ", 1200],
  ["€12", 1200],
  ["€ 12.50", 1250],
  ["12.50 EUR", 1250],
  ["eur 12", 1200],
  ["12.50 kr.", 1250],
  ["12 zł", 1200],
  ["CHF 12", 1200],
  ["1,250", 125_000],
  ["1,250.00", 125_000],
  ["1.250,00", 125_000],
  ["1.250.000", 125_000_000],
  ["1 250", 125_000],
  ["1 250,50", 125_050],
  ["1\u202f250.50", 125_050],
  ["1,25", 125],
  ["0.145", 15],
  ["1.005", 101],
  [".5", 50],
  [",5", 50],
  ["-3", -300],
  ["−3", -300],
  ["0", 0],
  ["-0", 0],
])("a price typed as %j is %i cents", (text, cents) => {
  expect(parsePrice(text)).toEqual({ kind: "amount", cents });
});

test.each([
  "abc",
  "12 50",
  "1e3",
  "1.2.3",
  "1,2,3",
  "1,2,3.4",
  "--1",
  "1 2",
  "€",
  ".",
  "-",
  "12 EUR EUR",
  "10 €/h",
  "١٢",
])("%j is not a price", (text) => {
  expect(parsePrice(text)).toEqual({ kind: "invalid" });
  expect(centsFromText(text)).toBeNaN();
});

test.each(["", " ", "\u00a0"])("an empty price is distinguished from an invalid one: %j", (text) => {
  expect(parsePrice(text)).toEqual({ kind: "empty" });
  expect(centsFromText(text)).toBeNaN();
});

test("every formatted price is parsed as the same price", () => {
  forAll(fc.integer({ min: 0, max: 99_999_999 }), (cents) => centsFromText(textFromCents(cents)) === cents);
});
