import { and, eq, notExists, sql } from "drizzle-orm";
import { anyOf } from "../../platform/database/any-of.ts";
import { isNotDeleted, isRestorable, lastDeletedFirst } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { products } from "../products/index.ts";
import { inPageOrder } from "./repository.ts";
import { tiles } from "./tables.ts";

const among = (creatorId: number, ids: readonly number[]) =>
  and(eq(tiles.creatorId, creatorId), anyOf(tiles.id, ids));

/** The time of deletion is the transaction's, so that a product and its tiles have the same one. */
const deletion = {
  deletedAt: sql`now()`,
  hiddenBeforeDeletion: sql`${tiles.hidden}`,
  hidden: true,
};

/** Deletes tiles with the option to restore them, and returns the existing ones. */
export function deleteTiles(db: Queries, creatorId: number, ids: readonly number[]) {
  return db
    .update(tiles)
    .set(deletion)
    .where(and(among(creatorId, ids), isNotDeleted(tiles)))
    .returning({ id: tiles.id, title: tiles.title, productId: tiles.productId });
}

/** Deletes the tiles of a product with the option to restore them with it. */
export async function deleteTilesOfProduct(db: Queries, productId: number): Promise<void> {
  await db
    .update(tiles)
    .set(deletion)
    .where(and(eq(tiles.productId, productId), isNotDeleted(tiles)));
}

/** Returns tip tiles' own products among these that no tile offers any more. */
export async function findUnusedTipProducts(db: Queries, productIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        anyOf(products.id, productIds),
        products.ofTipTile,
        // The product may have been changed to another type under Products.
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

/** Returns the restorable tiles of a creator, the last deleted one first. */
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
  /** Its deleted product: a tip tile's own product is restored with it. */
  deletedProduct: { id: number; ofTipTile: boolean } | null;
};
const deletedTile = {
  id: tiles.id,
  position: tiles.position,
  deletedProduct: sql<DeletedTile["deletedProduct"]>`case when ${products.deletedAt} is not null
    then json_build_object('id', ${products.id}, 'ofTipTile', ${products.ofTipTile}) end`,
};

/** Returns the restorable tiles among `ids`, in their former order. */
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

/** Returns the tiles deleted together with a product, in their former order. */
export function listTilesDeletedWith(db: Queries, productId: number): Promise<DeletedTile[]> {
  return db
    .select(deletedTile)
    .from(tiles)
    .innerJoin(products, and(eq(products.id, tiles.productId), eq(products.deletedAt, tiles.deletedAt)))
    .where(eq(products.id, productId))
    .orderBy(...inPageOrder);
}

/** Restores tiles at their former positions. */
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
