import { z } from "zod";
import { boundedList, objectBody } from "../rules/fields.ts";
import { MAX_TILES } from "../rules/limits.ts";
import { route } from "./route.ts";
import { TOO_MANY_TILES, tileMessages } from "./tile-messages.ts";

/** An action on several tiles. */
export const TILE_ACTIONS = ["show", "hide", "delete", "restore", "order"] as const;
export const TileSelection = objectBody({
  /** Missing tiles are skipped. */
  ids: boundedList(
    z.number({ error: tileMessages.selection }).int({ error: tileMessages.selection }),
    MAX_TILES,
    {
      type: tileMessages.selection,
      tooMany: TOO_MANY_TILES,
    },
  ).refine((ids) => ids.length > 0, { error: tileMessages.selection }),
  /** `order`: puts the tiles first, in the order of `ids`. */
  action: z.enum(TILE_ACTIONS, { error: tileMessages.action }),
});
export type TileSelection = z.output<typeof TileSelection>;

/** Large enough for all ids of a page. */
const BODY_LIMIT = 32 * 1024;

export const tileSelectionRoutes = {
  changeSelection: route("POST", "/api/tiles/selection", "creator", {
    scopes: ["page:write"],
    summary: "Show, hide, delete, restore or order several tiles in one transaction",
    bodyLimit: BODY_LIMIT,
    body: TileSelection,
    responses: { 204: null },
    example: { ids: [3, 1, 2], action: "order" },
    errors: {
      403: ["tiles.limit_reached", "tiles.abuse_limit"],
      409: ["tiles.product_deleted"],
    },
  }),
};
