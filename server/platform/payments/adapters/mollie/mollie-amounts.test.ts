import { expect, test } from "vitest";
import { fromMollieAmount, MollieAmount, toMollieAmount } from "./mollie-amounts.ts";

test.for([
  [1_000, "eur", "EUR", "10.00"],
  [5, "eur", "EUR", "0.05"],
  [99_999_999, "usd", "USD", "999999.99"],
  [17_500, "huf", "HUF", "175.00"],
  [500, "jpy", "JPY", "500"],
] as const)("converts %i in %s to %s %s and back", ([minor, currency, code, value]) => {
  expect(toMollieAmount(minor, currency)).toEqual({ currency: code, value });
  expect(fromMollieAmount({ currency: code, value })).toBe(minor);
});

test("accepts a negative amount, and rejects a malformed one", () => {
  expect(fromMollieAmount({ currency: "EUR", value: "-35.07" })).toBe(-3_507);
  for (const value of ["", "10,00", "1e3", "Infinity", "10.", " 10.00", "9".repeat(30)])
    expect(MollieAmount.safeParse({ currency: "EUR", value }).success, value).toBe(false);
});
