import { expect, test } from "vitest";
import { COUNTRIES } from "../../contract/rules/countries.ts";
import { countryName } from "./seller.ts";

test("has a name for every country of the list", () => {
  expect(new Set(COUNTRIES).size).toBe(249);
  expect(COUNTRIES.filter((code) => countryName(code) === code)).toEqual([]);
});
