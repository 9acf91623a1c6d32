import { z } from "zod";
import { fieldMessages } from "./fields.ts";

/** How many of the three columns of the grid a tile takes: one, two, or all. */
export const TILE_SIZES = ["normal", "wide", "full"] as const;
export const TileSize = z.enum(TILE_SIZES, { error: fieldMessages.size });
export type TileSize = z.infer<typeof TileSize>;
