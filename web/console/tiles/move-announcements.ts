import type { Announcements } from "@dnd-kit/core";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";

export const MOVING_HELP = t(
  "To move a tile, press Space or Enter, choose a position with the arrow keys, and press Space or Enter again. Escape moves it back.",
);

export function announcementsOf(tiles: readonly Tile[]): Announcements {
  const titleOf = (id: unknown) => tiles.find((tile) => tile.id === id)?.title ?? t("The tile");
  const positionOf = (id: unknown) => `${tiles.findIndex((tile) => tile.id === id) + 1} of ${tiles.length}`;
  // A picked-up tile is first over its own position, which was just announced.
  let justPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      justPickedUp = true;
      return t("Picked up {id}. Position {id2}.", { id: titleOf(active.id), id2: positionOf(active.id) });
    },
    onDragOver: ({ active, over }) => {
      const isAnnounced = justPickedUp && over?.id === active.id;
      justPickedUp = false;
      return over && !isAnnounced
        ? t("{id} is over position {id2}.", { id: titleOf(active.id), id2: positionOf(over.id) })
        : undefined;
    },
    onDragEnd: ({ active, over }) =>
      t("Dropped {id}. Position {id2}.", { id: titleOf(active.id), id2: positionOf((over ?? active).id) }),
    onDragCancel: ({ active }) =>
      t("{id} is back at position {id2}.", { id: titleOf(active.id), id2: positionOf(active.id) }),
  };
}
