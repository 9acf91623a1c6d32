import { expect, test } from "vitest";
import { findMatches, matches } from "./match.ts";

test.for([
  ["Café Zoë", "cafe", true],
  ["Café Zoë", "zoe caf", true],
  ["Bowl", "", true],
  ["Bowl", "blue bowl", false],
  ["Straße", "STRASSE", false],
] as const)("matches %s with the search %s: %s", ([text, search, found]) => {
  expect(matches(text, search)).toBe(found);
});

test("returns matches at the beginning first and at most the requested number", () => {
  const entries = ["My bowl", "A bowl", "Bowl", "Cup", "Bowls"];
  const options = { search: " bowl", max: 3, textOf: (entry: string) => entry };
  expect(findMatches(entries, options)).toEqual(["Bowl", "Bowls", "My bowl"]);
});

test("returns entries by the beginning of a synonym last", () => {
  const entries = ["Get paid", "Payouts", "Orders"];
  const synonyms: Record<string, string[]> = { "Get paid": ["payout"], Orders: ["my payouts"] };
  const options = { search: "payo", max: 3, textOf: (entry: string) => entry };
  expect(findMatches(entries, { ...options, synonymsOf: (entry) => synonyms[entry] })).toEqual([
    "Payouts",
    "Get paid",
  ]);
});
