import type { LinePrice } from "../../../contract/rules/prices.ts";
import type { Queries } from "../../platform/database/index.ts";
import { mainLineOf, type OrderRow, type SoldProduct } from "../orders/index.ts";
import { findParts, type Held, type ProductRow } from "../products/index.ts";
import { errors } from "./errors.ts";

/** A product that the buyer gets: the bought one, or a part of the bought bundle. It becomes a line of the order. */
export type Part = ProductRow & Pick<SoldProduct, "bundleId" | "bundleName" | "fileIds">;

/** Returns the files that a product's buyers get. */
const filesOf = ({ files }: Pick<ProductRow, "files">): string[] => files.map(({ path }) => path);

/** Returns a product that is not a bundle as the only part of its sale. */
export const wholePart = (product: ProductRow): Part => ({
  ...product,
  ...{ bundleId: null, bundleName: null, fileIds: filesOf(product) },
});

/** Returns what the buyer of a product gets, or the part of a bundle that is not for sale. */
export async function findSoldParts(db: Queries, product: ProductRow, held?: Held) {
  if (product.type !== "bundle") return { parts: [wholePart(product)] };
  const found = await findParts(db, product, held);
  if ("missing" in found) return found;
  const { id: bundleId, name: bundleName } = product;
  const parts = found.parts.map((part): Part => ({ ...part, bundleId, bundleName, fileIds: filesOf(part) }));
  return { parts };
}

/** Returns what the buyer of a product gets. Throws 409 if a part of a bundle is not for sale, naming it. */
export async function partsOf(db: Queries, product: ProductRow, held?: Held): Promise<Part[]> {
  const found = await findSoldParts(db, product, held);
  if ("missing" in found)
    throw (found.isSoldOut ? errors.partSoldOut : errors.partNotForSale)({ part: found.missing });
  return found.parts;
}

/** Returns what a line copies of a part. */
export const soldOf = ({ id, name, type, mediaUrl, bundleId, bundleName, fileIds }: Part): SoldProduct => ({
  ...{ productId: id, bundleId, bundleName, name, type, mediaUrl, accentId: id, fileIds },
});

/** Returns the products that an order is for. Its first line keeps its look. */
export function soldIn(order: OrderRow, parts: readonly Part[]): SoldProduct[] {
  const { mediaUrl, accentId } = mainLineOf(order);
  return parts.map((part, at) => ({ ...soldOf(part), ...(at === 0 && { mediaUrl, accentId }) }));
}

/** Adds their prices to products. */
export const withPrices = (sold: readonly SoldProduct[], prices: readonly LinePrice[]) =>
  sold.map((product, at) => {
    const price = prices[at];
    if (!price) throw new Error("a line without a price");
    return { ...product, ...price };
  });
