import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ProductInput } from "../../../contract/api/products.ts";
import type { PageProduct } from "../../../contract/pages/page-product.ts";
import { BUNDLED_TYPES } from "../../../contract/rules/product-types.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Queries } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { filesOfProduct } from "./files.ts";
import type { ProductRow } from "./repository.ts";
import { products } from "./tables.ts";

type Bundle = Pick<ProductRow, "creatorId" | "currency" | "bundleItems">;
/** Shown for a product that was deleted for good, whose name is gone. */
const DELETED_PRODUCT = "a deleted product";

/** Returns the products of a bundle in order, with undefined for those deleted for good. */
export async function listBundled(
  db: Queries,
  { creatorId, bundleItems }: Pick<Bundle, "creatorId" | "bundleItems">,
): Promise<(ProductRow | undefined)[]> {
  const rows = await db
    .select({ ...getTableColumns(products), files: filesOfProduct })
    .from(products)
    .where(sql`${anyOf(products.id, bundleItems)} and ${eq(products.creatorId, creatorId)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return bundleItems.map((id) => byId.get(id));
}

/** Returns whether a product may be sold as a part of a bundle. */
const isBundled = (product: ProductRow | undefined, { currency }: Pick<Bundle, "currency">): boolean =>
  product?.active === true && product.currency === currency && BUNDLED_TYPES.includes(product.type);

/** The products of which an order holds a unit. They are not sold out for it. */
export type Held = ReadonlySet<number>;

/** Returns the products of a bundle in order, or the name of the first one that is not for sale. */
export async function findParts(
  db: Queries,
  bundle: Bundle,
  held: Held = new Set(),
): Promise<{ parts: ProductRow[] } | { missing: string; isSoldOut: boolean }> {
  const parts: ProductRow[] = [];
  for (const part of await listBundled(db, bundle)) {
    const isSoldOut = part?.stock === 0 && !held.has(part.id);
    if (!part || isSoldOut || !isBundled(part, bundle))
      return { missing: part?.name ?? DELETED_PRODUCT, isSoldOut };
    parts.push(part);
  }
  return { parts };
}

/** Returns the products of a bundle as its page lists them; none for other products. */
export async function listPartsOf(
  db: Queries,
  bundle: Bundle & Pick<ProductRow, "type">,
): Promise<PageProduct["parts"]> {
  if (bundle.type !== "bundle") return [];
  return (await listBundled(db, bundle)).map((part, at) => ({
    id: bundle.bundleItems[at] ?? 0,
    name: part?.name ?? DELETED_PRODUCT,
    type: part?.type ?? "digital",
    shipping_cents: part?.shippingCents ?? 0,
    for_sale: isBundled(part, bundle) && part?.stock !== 0,
  }));
}

/** Throws 400 unless a creator can sell these products as a bundle. */
export async function checkBundle(
  db: Queries,
  { creatorId, input }: { creatorId: number; input: ProductInput },
): Promise<void> {
  if (input.type !== "bundle") return;
  for (const part of await listBundled(db, { creatorId, bundleItems: input.bundleItems })) {
    if (!part || part.deletedAt) throw errors.bundleNotOwn();
    if (!isBundled(part, input)) throw errors.notForBundle({ part: part.name });
  }
}

/**
 * Returns the name of a bundle's first product that is not for sale, or null, as a column of a query of `products`.
 * `isHeld` is the condition on `part` that an order holds a unit of it.
 * The names are written out, because a query of one table would lose their table.
 */
export const missingPartUnless = (isHeld: SQL): SQL<string | null> => sql<
  string | null
>`case when products.type = 'bundle' then (
  select coalesce(part.name, ${sql.raw(`'${DELETED_PRODUCT}'`)})
  from unnest(products.bundle_items) with ordinality as item(id, position)
  left join ${products} part on part.id = item.id and part.creator_id = products.creator_id
  where (part.active and part.currency = products.currency and part.type in (${sql.raw(BUNDLED_TYPES.map((type) => `'${type}'`).join(", "))})
    and (part.stock is distinct from 0 or ${isHeld})) is not true
  order by item.position limit 1) end`;

/** The name of a bundle's first product that is not for sale, or null, as a column of a query of `products`. */
export const missingPart: SQL<string | null> = missingPartUnless(sql`false`);
