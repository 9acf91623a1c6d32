import { and, asc, eq, exists, gte, isNull, ne, notExists, or, type SQL } from "drizzle-orm";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Database } from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import { products } from "../products/index.ts";
import { isLive, tiles } from "../tiles/index.ts";

/** Returns the pages among the `most` products from an id on, oldest first: as `findPageSale` decides. */
export async function listProductPages(
  db: Database,
  { id, most }: { id: number; most: number },
): Promise<{ handle: string; slug: string }[]> {
  const chunk = db
    .select({ id: products.id })
    .from(products)
    .where(gte(products.id, id))
    .orderBy(asc(products.id))
    .limit(most)
    .as("chunk");
  const isOfProduct = and(eq(tiles.productId, products.id), isNotDeleted(tiles));
  const tilesWhere = (condition: SQL | undefined) => db.select({ id: tiles.id }).from(tiles).where(condition);
  return db
    .select({ handle: creators.handle, slug: products.slug })
    .from(products)
    .innerJoin(chunk, eq(chunk.id, products.id))
    .innerJoin(creators, eq(creators.id, products.creatorId))
    .where(
      and(
        products.active,
        isNull(creators.suspension),
        isNull(creators.offlineSince),
        ne(products.type, "tip"),
        or(notExists(tilesWhere(isOfProduct)), exists(tilesWhere(and(isOfProduct, tiles.active, isLive())))),
      ),
    )
    .orderBy(asc(products.id));
}
