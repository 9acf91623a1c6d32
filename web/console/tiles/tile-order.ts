import type { Announcements } from "@dnd-kit/core";
import type { TileSelection } from "../../../contract/api/tile-selection.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { moveItem } from "../../../contract/rules/tile-order.ts";

/** The tiles after one of them moved to a position, as the server will have them. */
export function withMoved(tiles: readonly Tile[], id: number, position: number): Tile[] {
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  return moveItem([...byId.keys()], id, position)
    .flatMap((each) => byId.get(each) ?? [])
    .map((tile, place) => ({ ...tile, position: place }));
}

/** The tiles after an action on several of them, as far as it can be known before the server has answered. */
export function withSelection(tiles: readonly Tile[], { ids, action }: TileSelection): Tile[] {
  const chosen = new Set(ids);
  if (action === "delete") return tiles.filter(({ id }) => !chosen.has(id));
  if (action === "hide" || action === "show") {
    const hidden = action === "hide";
    const state = hidden ? "hidden" : "live";
    return tiles.map((tile) => (chosen.has(tile.id) ? { ...tile, hidden, state } : tile));
  }
  if (action === "order") {
    const first = ids.flatMap((id) => tiles.find((tile) => tile.id === id) ?? []);
    return [...first, ...tiles.filter(({ id }) => !chosen.has(id))];
  }
  return [...tiles];
}

/** The ids of all tiles after those chosen were put together at a position, in the order they have. */
export function orderWithMoved(
  tiles: readonly Tile[],
  chosen: ReadonlySet<number>,
  position: number,
): number[] {
  const ids = tiles.map(({ id }) => id);
  const others = ids.filter((id) => !chosen.has(id));
  return [...others.slice(0, position), ...ids.filter((id) => chosen.has(id)), ...others.slice(position)];
}

export const MOVING_HELP =
  "To move a tile, press Space or Enter, choose a position with the arrow keys, and press Space or Enter again. Escape moves it back.";

/** The announcements of screen readers while a tile is moved. */
export function announcementsOf(tiles: readonly Tile[]): Announcements {
  const titleOf = (id: unknown) => tiles.find((tile) => tile.id === id)?.title ?? "The tile";
  const positionOf = (id: unknown) => `${tiles.findIndex((tile) => tile.id === id) + 1} of ${tiles.length}`;
  // A tile that was picked up is first over its own position, which was just announced.
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
