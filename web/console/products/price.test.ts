import fc from "fast-check";
import { expect, test } from "vitest";
import { centsFromText, formatFee, textFromCents } from "./price.ts";

test.each([
  ["12", 1200],
  ["12.5", 1250],
  ["12,50", 1250],
  ["€ 12.50", 1250],
  ["12.50 EUR", 1250],
  ["eur 12", 1200],
  ["1,250", 125_000],
  ["1,250.00", 125_000],
  ["1.250,00", 125_000],
  ["0.145", 15],
  ["1.005", 101],
  [".5", 50],
  ["-3", -300],
  ["0", 0],
])("a price typed as %s is %i cents", (text, cents) => {
  expect(centsFromText(text)).toBe(cents);
});

test.each(["", " ", "abc", "1.2.3", "--1"])("what is no number has no cents: %j", (text) => {
  expect(centsFromText(text)).toBeNaN();
});

test("every price survives being shown and read", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      (cents) => centsFromText(textFromCents(cents)) === cents,
    ),
  );
});

test("a fee in basis points reads as a percentage with two decimals", () => {
  expect(formatFee(500)).toBe("5.00%");
  expect(formatFee(0)).toBe("0.00%");
});
