import { and, eq, notExists, sql } from "drizzle-orm";
import { anyOf } from "../../platform/database/any-of.ts";
import { isNotDeleted, isRestorable, lastDeletedFirst } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { products } from "../products/index.ts";
import { inPageOrder } from "./repository.ts";
import { tiles } from "./tables.ts";

const among = (creatorId: number, ids: readonly number[]) =>
  and(eq(tiles.creatorId, creatorId), anyOf(tiles.id, ids));

/** The time of deletion is the transaction's: a product and its tiles have the same one. */
const deletion = {
  deletedAt: sql`now()`,
  hiddenBeforeDeletion: sql`${tiles.hidden}`,
  hidden: true,
};

/** Deletes tiles so that they can be restored, and returns those that there were. */
export function deleteTiles(db: Queries, creatorId: number, ids: readonly number[]) {
  return db
    .update(tiles)
    .set(deletion)
    .where(and(among(creatorId, ids), isNotDeleted(tiles)))
    .returning({ id: tiles.id, title: tiles.title, productId: tiles.productId });
}

/** Deletes the tiles of a product so that they can be restored with it. */
export async function deleteTilesOfProduct(db: Queries, productId: number): Promise<void> {
  await db
    .update(tiles)
    .set(deletion)
    .where(and(eq(tiles.productId, productId), isNotDeleted(tiles)));
}

/** Returns those of the products that tip tiles have made and no tile offers any more. */
export async function findUnusedTipProducts(db: Queries, productIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        anyOf(products.id, productIds),
        products.ofTipTile,
        // It may have become another product since, under Products.
        eq(products.type, "tip"),
        isNotDeleted(products),
        notExists(
          db
            .select({ id: tiles.id })
            .from(tiles)
            .where(and(eq(tiles.productId, products.id), isNotDeleted(tiles))),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns the tiles of a creator that can be restored, the last deleted one first. */
export function listDeletedTiles(db: Queries, creatorId: number) {
  return db
    .select({
      id: tiles.id,
      name: tiles.title,
      imageUrl: sql<string | null>`coalesce(${tiles.imageUrl}, ${products.mediaUrl})`,
      deletedAt: tiles.deletedAt,
    })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(and(eq(tiles.creatorId, creatorId), isRestorable(tiles)))
    .orderBy(...lastDeletedFirst(tiles));
}

export type DeletedTile = {
  id: number;
  position: number;
  /** Its product, if that is deleted, too: one that a tip tile has made is restored with it. */
  deletedProduct: { id: number; ofTipTile: boolean } | null;
};
const deletedTile = {
  id: tiles.id,
  position: tiles.position,
  deletedProduct: sql<DeletedTile["deletedProduct"]>`case when ${products.deletedAt} is not null
    then json_build_object('id', ${products.id}, 'ofTipTile', ${products.ofTipTile}) end`,
};

/** Returns the tiles among `ids` that can be restored, in the order they had on the page. */
export function findDeletedTiles(
  db: Queries,
  creatorId: number,
  ids: readonly number[],
): Promise<DeletedTile[]> {
  return db
    .select(deletedTile)
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(and(among(creatorId, ids), isRestorable(tiles)))
    .orderBy(...inPageOrder);
}

/** Returns the tiles that were deleted together with a product, in the order they had on the page. */
export function listTilesDeletedWith(db: Queries, productId: number): Promise<DeletedTile[]> {
  return db
    .select(deletedTile)
    .from(tiles)
    .innerJoin(products, and(eq(products.id, tiles.productId), eq(products.deletedAt, tiles.deletedAt)))
    .where(eq(products.id, productId))
    .orderBy(...inPageOrder);
}

/** Puts deleted tiles back, with the positions they had. */
export async function restoreTileRows(db: Queries, ids: readonly number[]): Promise<void> {
  await db
    .update(tiles)
    .set({
      deletedAt: null,
      hidden: sql`coalesce(${tiles.hiddenBeforeDeletion}, ${tiles.hidden})`,
      hiddenBeforeDeletion: null,
    })
    .where(anyOf(tiles.id, ids));
}

export async function setHidden(
  db: Queries,
  { creatorId, ids, hidden }: { creatorId: number; ids: readonly number[]; hidden: boolean },
): Promise<void> {
  await db
    .update(tiles)
    .set({ hidden })
    .where(and(among(creatorId, ids), isNotDeleted(tiles)));
}
