import type { ProductType } from "../../../contract/api/products.ts";
import type { Queries } from "../../platform/database/index.ts";
import { listTilesOfProduct } from "./repository.ts";

type SoldProduct = { id: number; active: boolean; type: ProductType };

/**
 * Returns by which tile a product is sold on its own page, `tileId: null` when it has no tile; null when it has no page.
 * An active product has a page, except a tip, which has nothing to show. A product that is on the creator's page can be bought
 * on its own page only while it can be bought there: a tile that is inactive or not live means that it is not for sale.
 */
export async function findPageSale(db: Queries, { id, active, type }: SoldProduct) {
  if (!active || type === "tip") return null;
  const tiles = await listTilesOfProduct(db, id);
  if (tiles.length === 0) return { tileId: null };
  const open = tiles.find(({ isOpen }) => isOpen);
  return open ? { tileId: open.id } : null;
}
