import { expect, test } from "vitest";
import type { Tile } from "../../../contract/tiles.ts";
import { announcementsOf, withMoved } from "./tile-order.ts";

const tile = (id: number, position: number): Tile => ({
  id,
  type: "link",
  title: `Tile ${id}`,
  description: null,
  image_url: null,
  url: "https://example.com/",
  product_id: null,
  active: true,
  position,
  product: null,
});
const page = [tile(7, 0), tile(3, 1), tile(5, 2)];

test("a tile that is moved takes its place, and all are numbered anew", () => {
  expect(withMoved(page, 5, 0)).toEqual([tile(5, 0), tile(7, 1), tile(3, 2)]);
});

test("a move to where a tile stands, or of one that is gone, changes no order", () => {
  expect(withMoved(page, 3, 1)).toEqual(page);
  expect(withMoved(page, 99, 0)).toEqual(page);
});

test("moving a tile is told by its title and by places that people count", () => {
  // The rest of what the library hands over plays no part.
  const event = (over: number) => ({ active: { id: 7 }, over: { id: over } }) as never;
  const say = announcementsOf(page);
  expect(say.onDragStart(event(7))).toBe("Tile 7 is picked up from place 1 of 3.");
  expect(say.onDragOver(event(7))).toBeUndefined();
  expect(say.onDragOver(event(3))).toBe("Tile 7 is over place 2 of 3.");
  expect(say.onDragOver(event(7))).toBe("Tile 7 is over place 1 of 3.");
  expect(say.onDragEnd(event(5))).toBe("Tile 7 is put down at place 3 of 3.");
  expect(say.onDragCancel(event(5))).toBe("Tile 7 is back at place 1 of 3.");
});
