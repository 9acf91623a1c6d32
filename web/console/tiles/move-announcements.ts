import type { Announcements } from "@dnd-kit/core";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";

export const MOVING_HELP = t(
  "To move a tile, press Space or Enter, choose a position with the arrow keys, and press Space or Enter again. Escape moves it back.",
);

/** Announces each step of a move. A tile that another window has deleted meanwhile has nothing to announce. */
export function announcementsOf(tiles: readonly Tile[]): Announcements {
  const placeOf = (id: unknown, positionOf = id) => {
    const tile = tiles.find((each) => each.id === id);
    const position = tiles.findIndex((each) => each.id === positionOf) + 1;
    return tile && { title: tile.title, position, count: tiles.length };
  };
  // A picked-up tile is first over its own position, which was just announced.
  let justPickedUp = false;
  return {
    onDragStart: ({ active }) => {
      justPickedUp = true;
      const place = placeOf(active.id);
      return place && t("Picked up {title}. Position {position} of {count}.", place);
    },
    onDragOver: ({ active, over }) => {
      const isAnnounced = justPickedUp && over?.id === active.id;
      justPickedUp = false;
      const place = over && !isAnnounced ? placeOf(active.id, over.id) : undefined;
      return place && t("{title} is over position {position} of {count}.", place);
    },
    onDragEnd: ({ active, over }) => {
      const place = placeOf(active.id, (over ?? active).id);
      return place && t("Dropped {title}. Position {position} of {count}.", place);
    },
    onDragCancel: ({ active }) => {
      const place = placeOf(active.id);
      return place && t("{title} is back at position {position} of {count}.", place);
    },
  };
}
