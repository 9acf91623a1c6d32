import type { Appearance } from "../../../contract/api/appearance.ts";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import type { ListedLetter } from "../../../contract/pages/letter-models.ts";
import type { PageModel, PageTile } from "../../../contract/pages/pages.ts";
import { PAGE_DESCRIPTION_LENGTH, TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { playerOf } from "../../../contract/rules/players.ts";
import { isOnPage, shownSize } from "../../../contract/rules/tile-types.ts";
import { type Database, inSnapshot, type Transaction } from "../../platform/database/index.ts";
import { compressJson } from "../../platform/http/compressed-json.ts";
import type { Checkout } from "../checkout/index.ts";
import { effectivePlan, visibleAppearance } from "../creators/index.ts";
import { findImageDimensions } from "../files/index.ts";
import {
  encodeTiles,
  findAnyTile,
  listFirstPublicTiles,
  listPublicTileIds,
  listPublicTiles,
  presentTile,
  type TileRow,
} from "../tiles/index.ts";
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

async function listPageTiles(
  { db, publicUrl }: Deps,
  creator: PlanFacts & { id: number },
  bounds: ({ maxTiles: number } | { ids: readonly number[] }) & { at?: Date | undefined },
): Promise<PageTile[]> {
  // An extra character tells whether the description was cut.
  const descriptionLength = PAGE_DESCRIPTION_LENGTH + 1;
  const tiles =
    "maxTiles" in bounds && bounds.at === undefined
      ? await listFirstPublicTiles(db, creator.id, { maxTiles: bounds.maxTiles, descriptionLength })
      : await listPublicTiles(db, creator.id, { ...bounds, descriptionLength });
  const present = pageTilePresenter(publicUrl, creator);
  return tiles.map(present);
}

/**
 * Returns a function that formats a tile for a page, with its player, a cut description and a size within the
 * plan.
 */
function pageTilePresenter(publicUrl: string, creator: PlanFacts): (row: TileRow) => PageTile {
  const hasPlan = effectivePlan(creator) === "creator";
  const { hostname } = new URL(publicUrl);
  return (row) => {
    const tile = cutDescription(presentTile(row, publicUrl));
    const player = playerOf(tile, hostname);
    return { ...tile, size: shownSize(tile, hasPlan), ...(player && { player }) };
  };
}

/** Returns the URL of the picture that a tile or block shows, or null. A gallery of several has no single one. */
const pictureOf = ({ image_url, images, product }: PageTile): string | null =>
  image_url ?? (images.length === 1 ? images[0]?.url : product?.media_url) ?? null;

/** Adds the known dimensions of pictures, for those that are shown whole. */
async function withDimensions({ db, publicUrl }: Deps, tiles: PageTile[]): Promise<PageTile[]> {
  const urls = tiles.flatMap((tile) => pictureOf(tile) ?? []);
  const known = await findImageDimensions(db, { publicUrl, urls });
  return tiles.map((tile) => {
    const dimensions = known.get(pictureOf(tile) ?? "");
    return dimensions ? { ...tile, image_dimensions: dimensions } : tile;
  });
}

/** Adds the progress of goals from sales. Reads nothing for a page without such goals. */
async function withProgress({ db, findGoalProgress }: Deps, creatorId: number, tiles: PageTile[]) {
  const ofSales = tiles.flatMap(({ id, goal }) => (goal && goal.from !== "hand" ? [{ id, goal }] : []));
  if (ofSales.length === 0) return tiles;
  const reached = await findGoalProgress(db, { creatorId, goals: ofSales.map(({ goal }) => goal) });
  const progress = new Map(ofSales.map(({ id }, index) => [id, reached[index] ?? 0]));
  return tiles.map((tile) => {
    const goal_reached = progress.get(tile.id);
    return goal_reached === undefined ? tile : { ...tile, goal_reached };
  });
}

const completeBlocks = async (deps: Deps, { id }: PublicCreator, tiles: PageTile[]): Promise<PageTile[]> =>
  withProgress(deps, id, await withDimensions(deps, tiles));

/** Formats a tile that was not read with the page. */
export const presentPageTile = (deps: Deps, creator: PublicCreator, row: TileRow): Promise<PageTile[]> =>
  completeBlocks(deps, creator, [pageTilePresenter(deps.publicUrl, planOf(creator))(row)]);

function cutDescription(tile: Tile): PageTile {
  const { description } = tile;
  if (description === null || description.length <= PAGE_DESCRIPTION_LENGTH || isOnPage(tile)) return tile;
  // Counts code points, as the database does.
  const characters = Array.from(description);
  if (characters.length <= PAGE_DESCRIPTION_LENGTH) return tile;
  const start = characters.slice(0, PAGE_DESCRIPTION_LENGTH).join("").trimEnd();
  return { ...tile, description: `${start}…`, descriptionCut: true };
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

type PlanFacts = Parameters<typeof effectivePlan>[0];

const planOf = ({ id, plan, stripe_subscription_active }: PublicCreator) => ({
  id,
  plan,
  subscriptionActive: stripe_subscription_active,
});

const takesTips = ({ sells, tips_enabled }: PublicCreator) => sells !== "off" && tips_enabled;

async function withWholeDescription(db: Database, tile: PageTile): Promise<PageTile> {
  const { descriptionCut, ...rest } = tile;
  const saved = descriptionCut && (await findAnyTile(db, tile.id));
  return saved ? { ...rest, description: saved.description } : tile;
}
