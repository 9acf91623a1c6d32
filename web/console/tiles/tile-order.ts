import type { Announcements } from "@dnd-kit/core";
import { moveItem } from "../../../contract/tile-order.ts";
import type { Tile } from "../../../contract/tiles.ts";

/** The tiles after one of them moved to a place, as the server will have them. */
export function withMoved(tiles: readonly Tile[], id: number, position: number): Tile[] {
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  return moveItem([...byId.keys()], id, position)
    .flatMap((each) => byId.get(each) ?? [])
    .map((tile, place) => ({ ...tile, position: place }));
}

export const MOVING_HELP =
  "To move a tile, press Space or Enter, choose a place with the arrow keys, and press Space or Enter again. Escape puts it back.";

/** What a screen reader says while a tile is moved. */
export function announcementsOf(tiles: readonly Tile[]): Announcements {
  const titleOf = (id: unknown) => tiles.find((tile) => tile.id === id)?.title ?? "The tile";
  const placeOf = (id: unknown) =>
    `place ${tiles.findIndex((tile) => tile.id === id) + 1} of ${tiles.length}`;
  // A tile that is picked up is first of all over its own place, which goes without saying.
  let justPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      justPickedUp = true;
      return `${titleOf(active.id)} is picked up from ${placeOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      const goesWithoutSaying = justPickedUp && over?.id === active.id;
      justPickedUp = false;
      return over && !goesWithoutSaying ? `${titleOf(active.id)} is over ${placeOf(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) => `${titleOf(active.id)} is put down at ${placeOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${titleOf(active.id)} is back at ${placeOf(active.id)}.`,
  };
}
