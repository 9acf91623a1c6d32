import type { TileSelection } from "../../../contract/api/tile-selection.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { moveItem } from "../../../contract/rules/tile-order.ts";

/** Returns the tiles after a move, as the server will have them. */
export function withMoved(tiles: readonly Tile[], id: number, position: number): Tile[] {
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  return moveItem([...byId.keys()], id, position)
    .flatMap((each) => byId.get(each) ?? [])
    .map((tile, place) => ({ ...tile, position: place }));
}

/** Returns the tiles after an action on several of them, as far as it is known before the response. */
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

/** Returns all ids after the chosen tiles are moved to a position together, in their order. */
export function orderWithMoved(tiles: readonly Tile[], chosen: ReadonlySet<number>, position: number) {
  const ids = tiles.map(({ id }) => id);
  const others = ids.filter((id) => !chosen.has(id));
  return [...others.slice(0, position), ...ids.filter((id) => chosen.has(id)), ...others.slice(position)];
}
