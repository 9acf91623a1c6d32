import { expect, test } from "vitest";
import { aTile } from "../../testing/console-entities.ts";
import { announcementsOf } from "./move-announcements.ts";
import { withMoved } from "./moved-tiles.ts";

const tile = (id: number, position: number) => aTile({ id, position, title: `Tile ${id}` });
const page = [tile(7, 0), tile(3, 1), tile(5, 2)];

test("moves a tile and renumbers all", () => {
  expect(withMoved(page, 5, 0)).toEqual([tile(5, 0), tile(7, 1), tile(3, 2)]);
});

test("changes nothing for a move to the same position or of a deleted tile", () => {
  expect(withMoved(page, 3, 1)).toEqual(page);
  expect(withMoved(page, 99, 0)).toEqual(page);
});

test("announces a move by the tile's title and positions from 1", () => {
  // The library's other arguments do not matter.
  const event = (over: number) => ({ active: { id: 7 }, over: { id: over } }) as never;
  const say = announcementsOf(page);
  expect(say.onDragStart(event(7))).toBe("Picked up Tile 7. Position 1 of 3.");
  expect(say.onDragOver(event(7))).toBeUndefined();
  expect(say.onDragOver(event(3))).toBe("Tile 7 is over position 2 of 3.");
  expect(say.onDragOver(event(7))).toBe("Tile 7 is over position 1 of 3.");
  expect(say.onDragEnd(event(5))).toBe("Dropped Tile 7. Position 3 of 3.");
  expect(say.onDragCancel(event(5))).toBe("Tile 7 is back at position 1 of 3.");
  const deleted = { active: { id: 99 }, over: null } as never;
  expect(say.onDragEnd(deleted)).toBeUndefined();
});
