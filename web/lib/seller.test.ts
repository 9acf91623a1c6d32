import { expect, test } from "vitest";
import { COUNTRIES } from "../../contract/rules/countries.ts";
import { countryName, sellerLine } from "./seller.ts";

test("names a business with its country", () => {
  const seller = { name: "Anna Weber", country: "DE", is_trader: true };
  expect(sellerLine(seller)).toBe("Sold by Anna Weber, a business in Germany");
  expect(sellerLine({ ...seller, country: "NL" })).toBe("Sold by Anna Weber, a business in the Netherlands");
});

test("says that the seller is a private person, with the effect for the buyer", () => {
  expect(sellerLine({ name: "Anna Weber", country: "DE", is_trader: false })).toBe(
    "Sold by Anna Weber, a private person; EU consumer rights do not apply",
  );
});

test("has a name for every country of the list", () => {
  expect(new Set(COUNTRIES).size).toBe(249);
  expect(COUNTRIES.filter((code) => countryName(code) === code)).toEqual([]);
});
