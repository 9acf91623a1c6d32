import { createHash } from "node:crypto";
import type { Appearance } from "../../../contract/api/appearance.ts";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import type { Site } from "../../../contract/rules/site.ts";
import { isBlock } from "../../../contract/rules/tile-types.ts";

/** The content of a page's preview image. */
export type PreviewedPage = { creator: PublicCreator; appearance?: Appearance; tiles: Tile[] };

export const PREVIEW_TILES = 9;

export const previewTiles = <T extends Tile>(tiles: readonly T[]): T[] =>
  tiles.slice(0, PREVIEW_TILES).filter((tile) => !isBlock(tile));

/** The name and the logo that preview images of the Free plan show. */
export type PreviewSite = Pick<Site, "name" | "logo">;

/** Returns the name and the logo of the site as a creator's preview images show them, or null. */
export const siteOnPreview = (creator: PublicCreator, { name, logo }: PreviewSite) =>
  hasCreatorPlan(creator) ? null : [name, logo];

/** Returns a hash of a preview image's content, so that its URL changes with it. */
export function previewVersion({ creator, appearance, tiles }: PreviewedPage, site: PreviewSite): string {
  const content = [
    creator.display_name,
    creator.handle,
    creator.bio,
    creator.avatar_url,
    siteOnPreview(creator, site),
    appearance ?? null,
    ...previewTiles(tiles).map((tile) => [tile.id, tile.title, tile.image_url, tile.image_focus]),
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 10);
}
