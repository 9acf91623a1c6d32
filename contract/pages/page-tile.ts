import type { Tile } from "../api/tiles.ts";
import type { Player } from "../rules/players.ts";

/** A tile for a public page. */
export type PageTile = Tile & {
  /** The description is cut; the page with this tile open has all of it. */
  descriptionCut?: true;
  /** Its player on the page; absent for a plain link. */
  player?: Player;
};
