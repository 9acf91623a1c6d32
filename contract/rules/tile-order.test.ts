import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "./for-all.test-kit.ts";
import { moveItem } from "./tile-order.ts";

test.for([
  [3, 0, [3, 1, 2, 4]],
  [1, 2, [2, 3, 1, 4]],
  [2, 1, [1, 2, 3, 4]],
  [1, 99, [2, 3, 4, 1]],
] as const)("moves tile %s to position %s: %j", ([id, place, order]) => {
  expect(moveItem([1, 2, 3, 4], id, place)).toEqual(order);
});

test("keeps all tiles and the order of the other tiles in a move", () => {
  const page = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 30 });
  forAll(page, fc.nat(), fc.nat(40), (ids, pick, place) => {
    const id = ids[pick % ids.length] ?? 0;
    const moved = moveItem(ids, id, place);
    expect(moved.indexOf(id)).toBe(Math.min(place, ids.length - 1));
    expect(moved.filter((other) => other !== id)).toEqual(ids.filter((other) => other !== id));
  });
});
