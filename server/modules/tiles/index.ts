import { purgeDeletedJob } from "../../platform/database/deleted-rows.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { CreatorRow } from "../creators/index.ts";
import { type FindSellingAccount, findSmallestCharge } from "../products/index.ts";
import { registerTileRoutes } from "./routes.ts";
import { removeTilesOfProduct, restoreTilesOfProduct } from "./selection.ts";
import { tiles } from "./tables.ts";

export { titleOf } from "./block-name.ts";
export { findTileTitles, setBlockedTiles } from "./blocked.ts";
export { readDraft } from "./draft.ts";
export { encodeTiles } from "./encode.ts";
export { hasGoalOfSales } from "./goals.ts";
export { setMissingImage } from "./missing-image.ts";
export { presentTile } from "./presenter.ts";
export { findPageSale } from "./product-page.ts";
export {
  listFirstPublicTiles,
  listPublicTileIds,
  listPublicTiles,
  tileCount,
  tipTileId,
} from "./public-tiles.ts";
export {
  countTiles,
  findAnyTile,
  findTile,
  insertTile,
  listFirstTiles,
  listTilePart,
  listTileTitles,
  type TileRow,
} from "./repository.ts";
export { isLive, nextTileChange, tileState } from "./schedule.ts";
export { removeTilesIn } from "./selection.ts";
export { addTile } from "./service.ts";
/** Exported for reading joins. Only this module writes to it. */
export { tiles } from "./tables.ts";

/** Tiles. `sellingAccount` tells whether a creator has selected a provider, and in which mode. */
export function createTiles(
  { db, jobs, limits, pageInvalidations, sales, settings }: Infrastructure,
  { sellingAccount }: { sellingAccount: FindSellingAccount },
) {
  const {
    publicUrl,
    site: { plans },
  } = settings;
  const smallestCharge = findSmallestCharge({ sales, sellingAccount });
  return {
    routes: ({ registerRoute }) =>
      registerTileRoutes(registerRoute, {
        db,
        jobs,
        limits,
        pageInvalidations,
        publicUrl,
        plans,
        smallestCharge,
      }),
    jobs: [purgeDeletedJob(db, { name: "tiles.purge", table: tiles })],
    api: {
      removeTilesOfProduct,
      restoreTilesOfProduct: (tx: Transaction, of: { creator: CreatorRow; productId: number }) =>
        restoreTilesOfProduct(tx, plans, of),
    },
  } satisfies Module;
}
