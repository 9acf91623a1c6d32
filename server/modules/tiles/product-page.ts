import type { ProductType } from "../../../contract/api/products.ts";
import type { Queries } from "../../platform/database/index.ts";
import { listTilesOfProduct } from "./repository.ts";

type SoldProduct = { id: number; active: boolean; type: ProductType };

/**
 * Returns the tile through which a product's page sells, `tileId: null` if the product has no tile, or null
 * without a page. Every active product except a tip has a page. It does not sell while the product's tile is
 * inactive or not live.
 */
export async function findPageSale(db: Queries, { id, active, type }: SoldProduct) {
  if (!active || type === "tip") return null;
  const tiles = await listTilesOfProduct(db, id);
  if (tiles.length === 0) return { tileId: null };
  const open = tiles.find(({ isOpen }) => isOpen);
  return open ? { tileId: open.id } : null;
}
