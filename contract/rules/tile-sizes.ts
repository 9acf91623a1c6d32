import { z } from "zod";
import { fieldMessages } from "./fields.ts";

/** The number of grid columns that a tile takes: one, two, or all three. */
export const TILE_SIZES = ["normal", "wide", "full"] as const;
export const TileSize = z.enum(TILE_SIZES, { error: fieldMessages.size });
export type TileSize = z.infer<typeof TileSize>;
