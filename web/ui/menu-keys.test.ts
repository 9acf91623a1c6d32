import { expect, test } from "vitest";
import { itemAfterKey } from "./menu-keys.ts";

const labels = ["Make admin", "Change plan", "Send reset", " Delete user"];

test.for<[string, number, number | null]>([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 3, 0],
  ["ArrowUp", 0, 3],
  ["ArrowUp", -1, 3],
  ["Home", 2, 0],
  ["End", 0, 3],
  ["d", 0, 3],
  ["S", 3, 2],
  ["s", 2, 2],
  ["x", 0, null],
  [" ", 0, null],
  ["Shift", 0, null],
])("moves by %s from item %i to item %o", ([key, current, expected]) => {
  expect(itemAfterKey({ key, labels, current })).toBe(expected);
});

test("returns null in an empty menu", () => {
  expect(itemAfterKey({ key: "ArrowDown", labels: [], current: -1 })).toBeNull();
});
