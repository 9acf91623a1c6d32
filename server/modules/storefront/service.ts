import type { Appearance } from "../../../contract/api/appearance.ts";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { ListedLetter } from "../../../contract/pages/letter-models.ts";
import type { PageModel, PageTile } from "../../../contract/pages/pages.ts";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { type Database, inSnapshot, type Transaction } from "../../platform/database/index.ts";
import { compressJson } from "../../platform/http/compressed-json.ts";
import type { Checkout } from "../checkout/index.ts";
import { visibleAppearance } from "../creators/index.ts";
import {
  encodeTiles,
  listFirstPublicTiles,
  listPublicTileIds,
  listPublicTiles,
  presentTile,
} from "../tiles/index.ts";
import { completeBlocks, listPageTiles, planOf, withWholeDescription } from "./page-tiles.ts";
import { type PreviewedPage, type PreviewSite, previewVersion } from "./previewed-page.ts";
import { presentVisibleCreator, readPageCreator } from "./read-creator.ts";

export type CreatorPageDeps = Pick<Checkout, "findSells" | "findGoalProgress"> & {
  db: Database;
  publicUrl: string;
  site: PreviewSite;
};
type Deps = CreatorPageDeps;

/**
 * A creator's public page with the requested part of its tiles, because a thousand tiles take many megabytes.
 */
export type CreatorPage = {
  creator: PublicCreator;
  /** Undefined for the default look. */
  appearance?: Appearance;
  /** The tiles of the requested part. */
  tiles: PageTile[];
  /** The ids of all tiles, in page order. */
  tileIds: number[];
  /** The first tile that takes a tip, or null if the creator takes none. */
  tipTileId: number | null;
  /** The creator's newest published emails, newest first. */
  latestEmails: ListedLetter[];
  /** True if visitors do not see the page. */
  isSuspended: boolean;
  /**
   * The time of the next scheduled change by the database's clock, or null. A tile starts or ends then, or
   * the announcement ends.
   */
  changesAt: Date | null;
};

/** The requested part of a page, by its open tile or the index of its first tile. */
export type PageView = { openTileId: number | null; from: number };

/**
 * Returns the page of a handle in any letter case, now or at another time, with long descriptions cut.
 * Undefined for an unknown handle, and for an offline page without `withOffline`.
 */
export async function findCreatorPage(
  deps: Deps,
  handle: string,
  { at, withOffline }: { at?: Date | undefined; withOffline?: boolean } = {},
): Promise<CreatorPage | undefined> {
  const { db, publicUrl } = deps;
  const found = await readPageCreator(db, handle, { withOffline });
  if (!found) return undefined;
  const { row, nextTileChange, tipTileId, latestEmails } = found;
  // Run both at once, after the next change was read.
  const [creator, tiles, allIds] = await Promise.all([
    presentVisibleCreator(deps, db, found),
    // An extra tile tells whether others follow.
    listPageTiles(deps, row, { maxTiles: TILES_PER_RESPONSE + 1, at }),
    found.tileCount > TILES_PER_RESPONSE ? listPublicTileIds(db, row.id, at) : undefined,
  ]);
  return {
    creator,
    ...visibleAppearance(row, publicUrl),
    tiles: tiles.slice(0, TILES_PER_RESPONSE),
    tileIds: allIds ?? tiles.map(({ id }) => id),
    tipTileId: takesTips(creator) ? tipTileId : null,
    latestEmails: latestEmails.map((email) => ({ ...email, sentAt: new Date(email.sentAt).toISOString() })),
    isSuspended: row.suspension !== null,
    changesAt: earlier(nextTileChange, creator.announcement?.ends_at ?? null),
  };
}

function earlier(one: Date | null, other: string | null): Date | null {
  if (other === null) return one;
  const time = new Date(other);
  return one === null || time < one ? time : one;
}

/**
 * Returns a handle's creator, the first tiles with all fields of the public API, and the time of the next
 * change. Undefined for an unknown handle or a suspended page.
 */
export async function findWholeCreatorPage(
  deps: Deps,
  handle: string,
  { maxTiles }: { maxTiles: number },
): Promise<(PreviewedPage & Pick<CreatorPage, "changesAt">) | undefined> {
  const { db, publicUrl } = deps;
  const found = await readPageCreator(db, handle);
  if (!found || found.row.suspension !== null) return undefined;
  const [creator, tiles] = await Promise.all([
    presentVisibleCreator(deps, db, found),
    listFirstPublicTiles(db, found.row.id, { maxTiles }),
  ]);
  return {
    creator,
    ...visibleAppearance(found.row, publicUrl),
    tiles: tiles.map((tile) => presentTile(tile, publicUrl)),
    changesAt: earlier(found.nextTileChange, creator.announcement?.ends_at ?? null),
  };
}

/** Returns the same page as compressed JSON. */
export async function encodeCreatorPage(deps: Deps, handle: string): Promise<Buffer | undefined> {
  const { db, publicUrl } = deps;
  // Read in one snapshot, so that a moving tile is neither missing nor repeated.
  const encode = async (tx: Transaction) => {
    const found = await readPageCreator(tx, handle);
    if (!found || found.row.suspension !== null) return undefined;
    const visible = await presentVisibleCreator(deps, tx, found);
    const tiles = await encodeTiles((part) => listPublicTiles(tx, visible.id, part), publicUrl);
    const start = `{"creator":${JSON.stringify(visible)},"tiles":[`;
    return Buffer.concat([Buffer.from(start), ...tiles, Buffer.from("]}")]);
  };
  const json = await inSnapshot(db, encode);
  return json && compressJson(json);
}

/**
 * Resolves a requested view. A tile that is not on the page stays closed, and an invalid offset becomes the
 * start.
 */
export function resolveView({ tileIds }: Pick<CreatorPage, "tileIds">, requested: PageView): PageView {
  const index = requested.openTileId === null ? -1 : tileIds.indexOf(requested.openTileId);
  if (index >= 0) return { openTileId: requested.openTileId, from: index - (index % TILES_PER_RESPONSE) };
  const isStart = requested.from % TILES_PER_RESPONSE === 0 && requested.from < tileIds.length;
  return { openTileId: null, from: isStart ? requested.from : 0 };
}

/** Returns the model of one view of a creator's page. The open tile has its complete description. */
export async function creatorModel(
  deps: Deps,
  page: CreatorPage,
  { isOwner, at, ...requested }: PageView & { isOwner: boolean; at?: Date | undefined },
): Promise<Extract<PageModel, { page: "creator" }>> {
  const { openTileId, from } = resolveView(page, requested);
  const ids = page.tileIds.slice(from, from + TILES_PER_RESPONSE);
  const visible = from === 0 ? page.tiles : await listPageTiles(deps, planOf(page.creator), { ids, at });
  const whole = await Promise.all(
    visible.map((tile) => (tile.id === openTileId ? withWholeDescription(deps.db, tile) : tile)),
  );
  const tiles = await completeBlocks(deps, page.creator, whole);
  return {
    page: "creator",
    creator: page.creator,
    ...(page.appearance && { appearance: page.appearance }),
    tiles,
    from,
    total: page.tileIds.length,
    isOwner,
    // The tile may have been deleted since the page was read.
    openTileId: tiles.some(({ id }) => id === openTileId) ? openTileId : null,
    tipTileId: page.tipTileId,
    ...(page.latestEmails.length > 0 && { latestEmails: page.latestEmails }),
    previewVersion: previewVersion(page, deps.site),
  };
}

const takesTips = ({ sells, tips_enabled }: PublicCreator) => sells !== "off" && tips_enabled;
