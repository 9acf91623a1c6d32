import { TILE_TYPES, type TileType, tileTypeRules } from "./tile-types.ts";

/** A tile as sent, not yet parsed. */
type SentTile = { type?: unknown; title?: unknown };

/** Gives a block without a title a placeholder that is not shown. The server replaces it by the start of the block's text. */
export function withBlockName<T extends SentTile>(tile: T): T {
  return isUntitledBlock(tile) ? { ...tile, title: placeholderOf(tile.type), titleShown: false } : tile;
}

export const placeholderOf = (type: TileType): string => type.slice(0, 1).toUpperCase() + type.slice(1);

function isUntitledBlock(tile: SentTile): tile is SentTile & { type: TileType } {
  if (typeof tile !== "object" || tile === null) return false;
  const { type, title } = tile;
  if (typeof type !== "string" || !Object.hasOwn(TILE_TYPES, type)) return false;
  return !tileTypeRules(type as TileType).needsTitle && typeof title === "string" && title.trim() === "";
}
