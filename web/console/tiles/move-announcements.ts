import type { Announcements } from "@dnd-kit/core";
import type { Tile } from "../../../contract/api/tiles.ts";

export const MOVING_HELP =
  "To move a tile, press Space or Enter, choose a position with the arrow keys, and press Space or Enter again. Escape moves it back.";

export function announcementsOf(tiles: readonly Tile[]): Announcements {
  const titleOf = (id: unknown) => tiles.find((tile) => tile.id === id)?.title ?? "The tile";
  const positionOf = (id: unknown) => `${tiles.findIndex((tile) => tile.id === id) + 1} of ${tiles.length}`;
  // A picked-up tile is first over its own position, which was just announced.
  let justPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      justPickedUp = true;
      return `Picked up ${titleOf(active.id)}. Position ${positionOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      const isAnnounced = justPickedUp && over?.id === active.id;
      justPickedUp = false;
      return over && !isAnnounced
        ? `${titleOf(active.id)} is over position ${positionOf(over.id)}.`
        : undefined;
    },
    onDragEnd: ({ active, over }) =>
      `Dropped ${titleOf(active.id)}. Position ${positionOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${titleOf(active.id)} is back at position ${positionOf(active.id)}.`,
  };
}
