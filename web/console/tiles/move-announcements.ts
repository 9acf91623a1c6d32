import type { Announcements } from "@dnd-kit/core";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";

export const MOVING_HELP = t(
  "To move a tile, press Space or Enter, choose a position with the arrow keys, and press Space or Enter again. Escape moves it back.",
);

export function announcementsOf(tiles: readonly Tile[]): Announcements {
  const titleOf = (id: unknown) => tiles.find((tile) => tile.id === id)?.title ?? t("The tile");
  const placeOf = (id: unknown, positionOf = id) => ({
    title: titleOf(id),
    position: tiles.findIndex((tile) => tile.id === positionOf) + 1,
    count: tiles.length,
  });
  // A picked-up tile is first over its own position, which was just announced.
  let justPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      justPickedUp = true;
      return t("Picked up {title}. Position {position} of {count}.", placeOf(active.id));
    },
    onDragOver: ({ active, over }) => {
      const isAnnounced = justPickedUp && over?.id === active.id;
      justPickedUp = false;
      return over && !isAnnounced
        ? t("{title} is over position {position} of {count}.", placeOf(active.id, over.id))
        : undefined;
    },
    onDragEnd: ({ active, over }) =>
      t("Dropped {title}. Position {position} of {count}.", placeOf(active.id, (over ?? active).id)),
    onDragCancel: ({ active }) => t("{title} is back at position {position} of {count}.", placeOf(active.id)),
  };
}
