import type { Tile } from "../api/tiles.ts";
import type { Player } from "../rules/players.ts";

/** A tile for a public page. */
export type PageTile = Tile & {
  /** True if the description is cut. The page with this tile open has the whole text. */
  descriptionCut?: true;
  /** The tile's player, or missing for a plain link. */
  player?: Player;
};
