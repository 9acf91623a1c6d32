import type { TileSelection } from "../../../contract/api/tile-selection.ts";
import { MAX_TILES } from "../../../contract/rules/limits.ts";
import type { Plans } from "../../../contract/rules/plans.ts";
import { countedTiles } from "../../../contract/rules/tile-types.ts";
import { purgeAboveLimit } from "../../platform/database/deleted-rows.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { type CreatorRow, lockCreator, tileLimit } from "../creators/index.ts";
import { recordPageChange } from "../page-changes/index.ts";
import { restoreProductIn } from "../products/index.ts";
import {
  type DeletedTile,
  deleteTiles,
  deleteTilesOfProduct,
  findDeletedTiles,
  listTilesDeletedWith,
  restoreTileRows,
  setHidden,
} from "./deletion.ts";
import { errors } from "./errors.ts";
import { listTileIds, setTileOrder } from "./order.ts";
import { countTiles, type TileRow } from "./repository.ts";
import { getTile, requireRoom, type TileDeps } from "./service.ts";
import { tiles } from "./tables.ts";
import { removeTipProducts } from "./tip-product.ts";

type Owned = { creatorId: number; id: number };
/** The maximum of tiles of one deletion that are recorded as changes of the page. */
const MARKED_AT_ONCE = 5;

/** Shows, hides, deletes, restores or orders tiles of a creator. Throws 403 and 409 like `restoreTile`. */
export async function changeSelection(
  deps: TileDeps,
  { creatorId, ids, action }: TileSelection & { creatorId: number },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Tile"));
    if (action === "delete") await removeTilesIn(tx, creatorId, ids);
    else if (action === "restore") await restore(tx, deps, { creator, ids });
    else if (action === "order") await moveToFront(tx, creatorId, ids);
    else await setHidden(tx, { creatorId, ids, hidden: action === "hide" });
    await deps.pageInvalidations.publish(tx, creatorId);
  });
}

/** Deletes a tile, which can be restored for some time. Throws 404. */
export async function removeTile(deps: TileDeps, { creatorId, id }: Owned): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockCreator(tx, creatorId);
    if ((await removeTilesIn(tx, creatorId, [id])) === 0) throw notFound("Tile");
    await deps.pageInvalidations.publish(tx, creatorId);
  });
}

/** Restores a deleted tile at its former position. Throws 403 at the limit of tiles, 404, 409 while its product is deleted. */
export async function restoreTile(deps: TileDeps, { creatorId, id }: Owned): Promise<TileRow> {
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId);
    if (!creator || (await restore(tx, deps, { creator, ids: [id] })) === 0) throw notFound("Tile");
    await deps.pageInvalidations.publish(tx, creatorId);
    return getTile(tx, { creatorId, id });
  });
}

/** Deletes the tiles of a product together with it. The caller has locked the creator. */
export async function removeTilesOfProduct(
  tx: Transaction,
  { creatorId, productId }: { creatorId: number; productId: number },
): Promise<void> {
  await deleteTilesOfProduct(tx, productId);
  await purgeAndRenumber(tx, creatorId);
}

/** Restores the tiles deleted with a product, as many as fit on the page, before the product itself. The caller has locked the creator. */
export async function restoreTilesOfProduct(
  tx: Transaction,
  plans: Plans,
  { creator, productId }: { creator: CreatorRow; productId: number },
): Promise<void> {
  const now = await countTiles(tx, creator.id);
  const room = Math.min(tileLimit(creator, plans) - countedTiles(now), MAX_TILES - now.all);
  const deleted = await listTilesDeletedWith(tx, productId);
  await restoreToPositions(tx, creator.id, deleted.slice(0, Math.max(room, 0)));
}

/**
 * Deletes tiles, and the products that tip tiles among them created unless another tile offers them. Returns
 * the number of deleted tiles. The caller has locked the creator, and announces the change of the page.
 */
export async function removeTilesIn(
  tx: Transaction,
  creatorId: number,
  ids: readonly number[],
): Promise<number> {
  const deleted = await deleteTiles(tx, creatorId, ids);
  const productIds = deleted.flatMap(({ productId }) => productId ?? []);
  await removeTipProducts(tx, { creatorId, productIds });
  for (const { id, title } of deleted.slice(0, MARKED_AT_ONCE))
    await recordPageChange(tx, { creatorId, kind: "tile_removed", subject: { id, title } });
  await purgeAndRenumber(tx, creatorId);
  return deleted.length;
}

/** Restores tiles, and the tip products that were deleted with them. Returns the number of restored tiles. */
async function restore(
  tx: Transaction,
  deps: Pick<TileDeps, "plans">,
  { creator, ids }: { creator: CreatorRow; ids: readonly number[] },
): Promise<number> {
  const deleted = await findDeletedTiles(tx, creator.id, ids);
  if (deleted.length === 0) return 0;
  const gone = deleted.flatMap(({ deletedProduct }) => deletedProduct ?? []);
  if (gone.some(({ ofTipTile }) => !ofTipTile)) throw errors.productDeleted();
  requireRoom(deps, creator, { now: await countTiles(tx, creator.id), added: deleted });
  for (const id of new Set(gone.map((product) => product.id)))
    await restoreProductIn(tx, { creatorId: creator.id, id });
  await restoreToPositions(tx, creator.id, deleted);
  return deleted.length;
}

/** Restores tiles at their former positions. They are given in their former order. */
async function restoreToPositions(tx: Transaction, creatorId: number, deleted: readonly DeletedTile[]) {
  const order = await listTileIds(tx, creatorId);
  for (const { id, position } of deleted) order.splice(position, 0, id);
  await restoreTileRows(
    tx,
    deleted.map(({ id }) => id),
  );
  await setTileOrder(tx, creatorId, order);
}

async function moveToFront(tx: Transaction, creatorId: number, ids: readonly number[]): Promise<void> {
  const present = new Set(await listTileIds(tx, creatorId));
  await setTileOrder(tx, creatorId, [...new Set([...ids.filter((id) => present.has(id)), ...present])]);
}

/** Renumbers the tiles after deletions, so that positions equal the indexes that clients send. */
async function purgeAndRenumber(tx: Transaction, creatorId: number): Promise<void> {
  await purgeAboveLimit(tx, tiles, creatorId);
  await setTileOrder(tx, creatorId, await listTileIds(tx, creatorId));
}
