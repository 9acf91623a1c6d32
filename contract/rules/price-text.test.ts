import fc from "fast-check";
import { expect, test } from "vitest";
import { expectLinear } from "../../server/testing/costs.ts";
import { sentence } from "../texts.ts";
import { inLanguage } from "../translation.ts";
import { CURRENCY_CODES } from "./currencies.ts";
import { forAll } from "./for-all.test-kit.ts";
import { formatMoney } from "./formats.ts";
import { LANGUAGES } from "./languages.ts";
import { centsFromText, parsePrice, priceProblem, textFromCents, wholeFromText } from "./price-text.ts";

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
  ["1,250.00", 125_000],
  ["1.250,00", 125_000],
  ["1.250.000", 125_000_000],
  ["1 250", 125_000],
  ["1 250,50", 125_050],
  ["1\u202f250.50", 125_050],
  ["1,25", 125],
  ["0,990", 99],
  ["0.990", 99],
  ["0,050 €", 5],
  ["0.145", 15],
  ["1005.005", 100_501],
  ["1'234.50", 123_450],
  ["CHF 1’234’567,5", 123_456_750],
  ["10,-", 1000],
  ["10.–", 1000],
  ["10,-- €", 1000],
  ["١٢٫٥٠", 1250],
  ["١٢،٥", 1250],
  ["١٬٢٥٠٫٥٠", 125_050],
  ["\u200f١٢٫٥٠\u00a0\u200f€", 1250],
  ["1\u00a0250,00", 125_000],
  ["1\u202f250,50 €", 125_050],
  ["１２．５０", 1250],
  ["۱۲", 1200],
  [".5", 50],
  [",5", 50],
  ["-3", -300],
  ["−3", -300],
  ["0", 0],
  ["-0", 0],
])("reads a price typed as %j as %i cents", (text, cents) => {
  expect(parsePrice(text)).toEqual({ kind: "amount", cents });
});

test.each([
  "abc",
  "12 50",
  "1e3",
  "1.2.3",
  "1,2,3",
  "1,2,3.4",
  "0 500",
  "0'500",
  "000,500.00",
  "0.000.500",
  "--1",
  "1 2",
  "€",
  ".",
  "-",
  "12 EUR EUR",
  "10 €/h",
  "¥12",
])("rejects %j as a price", (text) => {
  expect(parsePrice(text)).toEqual({ kind: "invalid" });
  expect(centsFromText(text)).toBeNaN();
});

test.each(["", " ", "\u00a0"])("distinguishes an empty price from an invalid one: %j", (text) => {
  expect(parsePrice(text)).toEqual({ kind: "empty" });
  expect(centsFromText(text)).toBeNaN();
});

test("parses every formatted price as the same price", () => {
  forAll(fc.integer({ min: 0, max: 99_999_999 }), (cents) => centsFromText(textFromCents(cents)) === cents);
});

test("reads every amount as the pages write it, in each language", () => {
  for (const language of LANGUAGES)
    for (const cents of [5, 1250, 125_050, 99_999_999]) {
      for (const currency of CURRENCY_CODES)
        expect(centsFromText(formatMoney(cents, currency, language), currency), language).toBe(cents);
      expect(centsFromText(inLanguage(language, () => textFromCents(cents))), language).toBe(cents);
    }
});

test("writes an amount with the decimal sign of the language", () => {
  for (const language of ["de", "fr", "es", "it", "nl", "pl", "pt-BR"])
    expect(inLanguage(language, () => textFromCents(125_050))).toBe("1250,50");
  expect(inLanguage("en", () => textFromCents(125_050))).toBe("1250.50");
});

test("writes both readings in the language of the page", () => {
  const problem = priceProblem("1.250", "eur") ?? "";
  const shown = ["de", "fr"].map((language) => inLanguage(language, () => sentence(problem)));
  expect(shown.map((text) => text.replace(/\s/g, " "))).toEqual([
    "This could be 1,25 € or 1.250,00 €. Write 1,25 or 1250,00.",
    "This could be 1,25 € or 1 250,00 €. Write 1,25 or 1250,00.",
  ]);
});

test.each(["1.250", "1,250", "€1.250", "1,250 EUR", "-1.250"])(
  "rejects %s, which could be two prices",
  (text) => {
    expect(parsePrice(text)).toEqual({ kind: "ambiguous", readings: [125, 125_000] });
    expect(centsFromText(text)).toBeNaN();
    expect(sentence(priceProblem(text, "eur") ?? "")).toBe(
      "This could be €1.25 or €1,250.00. Write 1.25 or 1250.00.",
    );
  },
);

test.each(["1250", "1,250.00", "1.250,00", "0.145", "1234.567"])("reads %s as one price", (text) => {
  expect(parsePrice(text).kind).toBe("amount");
});

test("rejects the symbol of another currency in words", () => {
  for (const text of ["$5", "5 £", "€5 USD"]) {
    expect(parsePrice(text, "eur")).toEqual({ kind: "foreign" });
    expect(sentence(priceProblem(text, "eur") ?? "")).toBe(
      "This price is in EUR. Enter an amount without another currency.",
    );
  }
  for (const [text, currency] of [
    ["$5", "cad"],
    ["5 kr", "dkk"],
    ["€5", "eur"],
    ["5", "usd"],
  ] as const)
    expect(parsePrice(text, currency)).toEqual({ kind: "amount", cents: 500 });
});

test("accepts the digits of any script in a whole number", () => {
  expect(wholeFromText(" ١٢ ", null)).toBe(12);
});

test("reads a text of any length in linear time", async () => {
  const text = (share: number) => `1${" ".repeat(share * 100_000)}x`;
  expect(parsePrice(text(1))).toEqual({ kind: "invalid" });
  await expectLinear((share) => parsePrice(text(share)), "an amount before spaces");
});

test("refuses a dollar of another country, in the notation of its language", () => {
  for (const text of ["US$ 12,50", "12,50 $US", "12.50 US$"])
    expect(parsePrice(text, "cad")).toEqual({ kind: "foreign" });
});
