import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { PAGE_DESCRIPTION_LENGTH } from "../../../contract/rules/limits.ts";
import { playerOf } from "../../../contract/rules/players.ts";
import { isOnPage, shownSize } from "../../../contract/rules/tile-types.ts";
import type { Database } from "../../platform/database/index.ts";
import type { Checkout } from "../checkout/index.ts";
import { effectivePlan } from "../creators/index.ts";
import { findImageDimensions } from "../files/index.ts";
import {
  findAnyTile,
  listFirstPublicTiles,
  listPublicTiles,
  presentTile,
  type TileRow,
} from "../tiles/index.ts";

type Deps = Pick<Checkout, "findGoalProgress"> & { db: Database; publicUrl: string };

/** Lists the tiles that visitors see, with a cut description: the first ones, or those of `ids`, now or at another time. */
export async function listPageTiles(
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

/** Adds what blocks and pictures show besides the columns of their tiles. */
export const completeBlocks = async (
  deps: Deps,
  { id }: PublicCreator,
  tiles: PageTile[],
): Promise<PageTile[]> => withProgress(deps, id, await withDimensions(deps, tiles));

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

type PlanFacts = Parameters<typeof effectivePlan>[0];

/** Returns what the plan of a public creator depends on. */
export const planOf = ({ id, plan, stripe_subscription_active }: PublicCreator) => ({
  id,
  plan,
  subscriptionActive: stripe_subscription_active,
});

/** Returns the tile with its whole description, which is cut in a list. */
export async function withWholeDescription(db: Database, tile: PageTile): Promise<PageTile> {
  const { descriptionCut, ...rest } = tile;
  const saved = descriptionCut && (await findAnyTile(db, tile.id));
  return saved ? { ...rest, description: saved.description } : tile;
}
