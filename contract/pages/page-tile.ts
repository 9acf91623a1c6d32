import type { ImageDimensions } from "../api/images.ts";
import type { Tile } from "../api/tiles.ts";
import type { Player } from "../rules/players.ts";

/** A tile for a public page. */
export type PageTile = Tile & {
  /** True if the description is cut. The page with this tile open has the whole text. */
  descriptionCut?: true;
  /** The tile's player, or missing for a plain link. */
  player?: Player;
  /** The dimensions of its image, so that a whole one has its room before it arrives. Missing for an image of another site, or until it is measured. */
  image_dimensions?: ImageDimensions;
  /** The progress of a goal from sales, in minor units or as a number. Missing on other tiles. */
  goal_reached?: number;
};
