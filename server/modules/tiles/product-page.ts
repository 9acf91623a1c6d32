import type { ProductType } from "../../../contract/api/products.ts";
import type { Queries } from "../../platform/database/index.ts";
import { listTilesOfProduct } from "./repository.ts";

type SoldProduct = { id: number; active: boolean; type: ProductType };

/**
 * Returns the tile that sells a product on its own page, `tileId: null` without a tile, or null without a page. Every
 * active product has a page, except a tip. While a product's tile is inactive or not live, the product's own page does
 * not sell it either.
 */
export async function findPageSale(db: Queries, { id, active, type }: SoldProduct) {
  if (!active || type === "tip") return null;
  const tiles = await listTilesOfProduct(db, id);
  if (tiles.length === 0) return { tileId: null };
  const open = tiles.find(({ isOpen }) => isOpen);
  return open ? { tileId: open.id } : null;
}
