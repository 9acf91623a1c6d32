import type { ProductInput } from "../../../contract/api/products.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { ProductRow } from "./repository.ts";
import { addProductIn, type ProductDeps } from "./service.ts";
import { freeSlugFor } from "./slugs.ts";

/**
 * Imports a product with its slug, or with a similar one if that is taken. Requires a transaction that has
 * locked the creator. Throws like `addProduct`.
 */
export async function importProduct(
  tx: Transaction,
  deps: Pick<ProductDeps, "publicUrl" | "smallestCharge">,
  { creatorId, input }: { creatorId: number; input: ProductInput },
): Promise<ProductRow> {
  const slug = input.slug && (await freeSlugFor(tx, { creatorId, slug: input.slug, name: input.name }));
  return addProductIn(tx, deps, { creatorId, input: { ...input, slug } });
}
