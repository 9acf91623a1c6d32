import { and, eq, notExists, sql } from "drizzle-orm";
import type { TileType } from "../../../contract/rules/tile-types.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import { isNotDeleted, isRestorable, lastDeletedFirst } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { products } from "../products/index.ts";
import { inPageOrder } from "./repository.ts";
import { tiles } from "./tables.ts";

const among = (creatorId: number, ids: readonly number[]) =>
  and(eq(tiles.creatorId, creatorId), anyOf(tiles.id, ids));

/** Uses the transaction's time, so that a product and its tiles have the same time of deletion. */
const deletion = {
  deletedAt: sql`now()`,
  hiddenBeforeDeletion: sql`${tiles.hidden}`,
  hidden: true,
};

/** Marks tiles as deleted, so that they can be restored. Returns those that existed. */
export function deleteTiles(db: Queries, creatorId: number, ids: readonly number[]) {
  return db
    .update(tiles)
    .set(deletion)
    .where(and(among(creatorId, ids), isNotDeleted(tiles)))
    .returning({ id: tiles.id, title: tiles.title, productId: tiles.productId });
}

/** Marks the tiles of a product as deleted, so that they can be restored with it. */
export async function deleteTilesOfProduct(db: Queries, productId: number): Promise<void> {
  await db
    .update(tiles)
    .set(deletion)
    .where(and(eq(tiles.productId, productId), isNotDeleted(tiles)));
}

/** Returns the given products that tip tiles created and that no tile offers any more. */
export async function findUnusedTipProducts(db: Queries, productIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        anyOf(products.id, productIds),
        products.ofTipTile,
        // The product may have been changed to another type in the console's product list.
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

/** Returns the deleted tiles of a creator that can be restored, most recently deleted first. */
export function listDeletedTiles(db: Queries, creatorId: number) {
  return db
    .select({
      id: tiles.id,
      name: tiles.title,
      imageUrl: sql<
        string | null
      >`coalesce(${tiles.imageUrl}, ${tiles.images} -> 0 ->> 'url', ${products.mediaUrl})`,
      deletedAt: tiles.deletedAt,
    })
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(and(eq(tiles.creatorId, creatorId), isRestorable(tiles)))
    .orderBy(...lastDeletedFirst(tiles));
}

export type DeletedTile = {
  id: number;
  type: TileType;
  position: number;
  /** The tile's product, if it is deleted. A product that a tip tile created is restored with the tile. */
  deletedProduct: { id: number; ofTipTile: boolean } | null;
};
const deletedTile = {
  id: tiles.id,
  type: tiles.type,
  position: tiles.position,
  deletedProduct: sql<DeletedTile["deletedProduct"]>`case when ${products.deletedAt} is not null
    then json_build_object('id', ${products.id}, 'ofTipTile', ${products.ofTipTile}) end`,
};

/** Returns the tiles among `ids` that can be restored, in their former order. */
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
