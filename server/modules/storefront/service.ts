import { createHash } from "node:crypto";
import type { PublicCreator } from "../../../contract/creators.ts";
import { Handle, isReservedHandle } from "../../../contract/handles.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { hasCreatorPlan } from "../../../contract/rules.ts";
import type { Tile } from "../../../contract/tiles.ts";
import type { Database } from "../../platform/database/index.ts";
import { findCreatorByHandle, presentPublicCreator } from "../creators/index.ts";
import { listPublicTiles, presentTile } from "../tiles/index.ts";

/** All that a creator's public page shows. */
export type CreatorPage = { creator: PublicCreator; tiles: Tile[] };

/** False for text that nobody can have as a handle. A reserved one may be taken: the demo has one. */
export function canBeHandle(text: string): boolean {
  return isReservedHandle(text) || Handle.safeParse(text).data === text.toLowerCase();
}

/** The page of a handle, in any letter case; undefined when nobody has it. */
export async function findCreatorPage(
  deps: { db: Database; publicUrl: string },
  handle: string,
): Promise<CreatorPage | undefined> {
  const creator = await findCreatorByHandle(deps.db, handle);
  if (!creator) return undefined;
  const tiles = await listPublicTiles(deps.db, creator.id);
  return {
    creator: presentPublicCreator(creator, deps.publicUrl),
    tiles: tiles.map((tile) => presentTile(tile, deps.publicUrl)),
  };
}

/** How many tiles a preview has room for. */
export const PREVIEW_TILES = 9;

/** Names what a preview shows, so that its address changes when it does. */
export function previewVersion({ creator, tiles }: CreatorPage): string {
  const shown = [
    creator.display_name,
    creator.handle,
    creator.bio,
    creator.avatar_url,
    hasCreatorPlan(creator),
    ...tiles.slice(0, PREVIEW_TILES).map(({ id, title, image_url }) => [id, title, image_url]),
  ];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 10);
}

/** The model of a creator's page; a tile that is not on it stays closed. */
export function creatorModel(
  page: CreatorPage,
  { openTileId, isOwner }: { openTileId: number | null; isOwner: boolean },
): PageModel {
  return {
    page: "creator",
    creator: page.creator,
    tiles: page.tiles,
    isOwner,
    openTileId: page.tiles.some((tile) => tile.id === openTileId) ? openTileId : null,
    previewVersion: previewVersion(page),
  };
}
