import { and, eq, sql } from "drizzle-orm";
import { inOrderOfDeletion, isKept, isRestorable } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { products } from "../products/index.ts";
import { inPageOrder } from "./repository.ts";
import { tiles } from "./tables.ts";

type Owned = { creatorId: number; id: number };

const owned = ({ creatorId, id }: Owned) => and(eq(tiles.id, id), eq(tiles.creatorId, creatorId));

/** The time of deletion is the transaction's: a product and its tiles have the same one. */
const deletion = {
  deletedAt: sql`now()`,
  hiddenBeforeDeletion: sql`${tiles.hidden}`,
  hidden: true,
};

/** Deletes a tile so that it can be restored; false when there is none. */
export async function deleteTile(db: Queries, owner: Owned): Promise<boolean> {
  const { rowCount } = await db
    .update(tiles)
    .set(deletion)
    .where(and(owned(owner), isKept(tiles)));
  return rowCount === 1;
}

/** Deletes the tiles of a product so that they can be restored with it. */
export async function deleteTilesOfProduct(db: Queries, productId: number): Promise<void> {
  await db
    .update(tiles)
    .set(deletion)
    .where(and(eq(tiles.productId, productId), isKept(tiles)));
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
    .orderBy(...inOrderOfDeletion(tiles));
}

export type DeletedTile = { id: number; position: number; isProductDeleted: boolean };
const deletedTile = {
  id: tiles.id,
  position: tiles.position,
  isProductDeleted: sql<boolean>`${products.deletedAt} is not null`,
};

/** Returns a tile that can be restored. */
export async function findDeletedTile(db: Queries, owner: Owned): Promise<DeletedTile | undefined> {
  const [row] = await db
    .select(deletedTile)
    .from(tiles)
    .leftJoin(products, eq(products.id, tiles.productId))
    .where(and(owned(owner), isRestorable(tiles)));
  return row;
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

/** Puts a deleted tile back, with the position it had. */
export async function undeleteTile(db: Queries, id: number): Promise<void> {
  await db
    .update(tiles)
    .set({
      deletedAt: null,
      hidden: sql`coalesce(${tiles.hiddenBeforeDeletion}, ${tiles.hidden})`,
      hiddenBeforeDeletion: null,
    })
    .where(eq(tiles.id, id));
}
