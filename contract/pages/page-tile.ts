import type { Tile } from "../api/tiles.ts";
import type { Player } from "../rules/players.ts";

/** A tile as a page carries it. */
export type PageTile = Tile & {
  /** The description is cut: the page with this tile open has all of it. */
  descriptionCut?: true;
  /** How it plays on the page; absent for a tile that is a link alone. */
  player?: Player;
};
