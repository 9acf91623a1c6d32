import { createHash } from "node:crypto";
import type { Appearance } from "../../../contract/appearance.ts";
import type { PublicCreator } from "../../../contract/creators.ts";
import { hasCreatorPlan } from "../../../contract/rules.ts";
import { isHeading } from "../../../contract/tile-types.ts";
import type { Tile } from "../../../contract/tiles.ts";

/** What a preview shows of a page. */
export type PreviewedPage = { creator: PublicCreator; appearance?: Appearance; tiles: Tile[] };

/** How many tiles a preview has room for. */
export const PREVIEW_TILES = 9;

/** The tiles that a preview shows. */
export function previewTiles<T extends Tile>(tiles: readonly T[]): T[] {
  return tiles.slice(0, PREVIEW_TILES).filter((tile) => !isHeading(tile));
}

/** Names what a preview shows, so that its address changes when it does. */
export function previewVersion({ creator, appearance, tiles }: PreviewedPage): string {
  const shown = [
    creator.display_name,
    creator.handle,
    creator.bio,
    creator.avatar_url,
    hasCreatorPlan(creator),
    appearance ?? null,
    ...previewTiles(tiles).map((tile) => [tile.id, tile.title, tile.image_url, tile.image_focus]),
  ];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 10);
}
