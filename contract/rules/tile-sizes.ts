import { z } from "zod";

/** How many of the three columns of the grid a tile takes: one, two, or all. */
export const TILE_SIZES = ["normal", "wide", "full"] as const;
export const TileSize = z.enum(TILE_SIZES, { error: "Choose a size." });
export type TileSize = z.infer<typeof TileSize>;
