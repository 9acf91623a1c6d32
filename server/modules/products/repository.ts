import { and, desc, eq, getTableColumns, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { ProductFile } from "../../../contract/api/product-files.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import { isNotDeleted, isRestorable, lastDeletedFirst } from "../../platform/database/deleted-rows.ts";
import { onViolation } from "../../platform/database/errors.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { filesOfProduct, type ListedFile, saveFiles } from "./files.ts";
import { products } from "./tables.ts";

type ProductColumns = typeof products.$inferSelect;
/** A product with its files in order. */
export type ProductRow = ProductColumns & { files: ProductFile[] };
type ProductValues = Omit<typeof products.$inferInsert, "creatorId">;
type Owned = { creatorId: number; id: number };

const anyOwned = ({ creatorId, id }: Owned) => and(eq(products.id, id), eq(products.creatorId, creatorId));
const owned = (owner: Owned) => and(anyOwned(owner), isNotDeleted(products));

const columns = { ...getTableColumns(products), files: filesOfProduct };

/**
 * Returns the next products of a creator, newest first. `before` is the id of the last product already read.
 */
export function listProducts(
  db: Queries,
  creatorId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ProductRow[]> {
  const own = and(eq(products.creatorId, creatorId), isNotDeleted(products));
  return db
    .select(columns)
    .from(products)
    .where(before === undefined ? own : and(own, lt(products.id, before)))
    .orderBy(desc(products.id))
    .limit(limit);
}

export const countProducts = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(products, and(eq(products.creatorId, creatorId), isNotDeleted(products)));

export const findAnyProduct = (db: Queries, id: number) =>
  db
    .select(columns)
    .from(products)
    .where(and(eq(products.id, id), isNotDeleted(products)))
    .then(first);

export const findProduct = (db: Queries, owner: Owned) =>
  db.select(columns).from(products).where(owned(owner)).then(first);

export async function lockProduct(tx: Transaction, owner: Owned): Promise<ProductRow | undefined> {
  const [locked] = await tx.select({ id: products.id }).from(products).where(owned(owner)).for("update");
  // Read by the next statement: the one that waits for the lock would read the files as they were before.
  return locked && findProduct(tx, owner);
}

/** Throws 409 if another product has the slug. */
export async function insertProduct(
  tx: Transaction,
  creatorId: number,
  { files, ...values }: ProductValues & { files: readonly ListedFile[] },
): Promise<ProductRow> {
  const row = await tx
    .insert(products)
    .values({ ...values, creatorId })
    .returning()
    .catch(rejectTakenSlug)
    .then(firstOrThrow("insert returned no product"));
  return { ...row, files: await saveFiles(tx, row.id, { before: [], files }) };
}

/** Throws 409 if another product has the slug. */
export const updateProduct = (db: Queries, owner: Owned, values: Partial<ProductValues>) =>
  db.update(products).set(values).where(owned(owner)).returning().catch(rejectTakenSlug).then(first);

/** Marks a product as deleted, so that it can be restored. */
export const deleteProduct = (db: Queries, owner: Owned) =>
  db
    .update(products)
    .set({ deletedAt: sql`now()`, activeBeforeDeletion: sql`${products.active}`, active: false })
    .where(owned(owner))
    .returning({ slug: products.slug })
    .then(first);

/** Returns the deleted products of a creator that can be restored, most recently deleted first. */
export function listDeletedProducts(db: Queries, creatorId: number) {
  const { id, name, mediaUrl, deletedAt } = products;
  return db
    .select({ id, name, imageUrl: mediaUrl, deletedAt })
    .from(products)
    .where(and(eq(products.creatorId, creatorId), isRestorable(products)))
    .orderBy(...lastDeletedFirst(products));
}

export const findDeletedProduct = (db: Queries, owner: Owned) =>
  db
    .select(columns)
    .from(products)
    .where(and(anyOwned(owner), isRestorable(products)))
    .then(first);

/** Restores a deleted product. Throws 409 if another product has the slug. */
export async function restoreProductRow(db: Queries, { id, slug }: Pick<ProductRow, "id" | "slug">) {
  const active = sql`coalesce(${products.activeBeforeDeletion}, ${products.active})`;
  return db
    .update(products)
    .set({ slug, deletedAt: null, active, activeBeforeDeletion: null })
    .where(eq(products.id, id))
    .returning()
    .catch(rejectTakenSlug)
    .then(firstOrThrow(`product ${id} was not restored`));
}

const rejectTakenSlug = onViolation("products_slug_unique", errors.slugTaken);

export const readStock = (db: Queries, id: number) =>
  db.select({ stock: products.stock }).from(products).where(eq(products.id, id)).then(first);

const counted = { creatorId: products.creatorId, stock: products.stock };

/** Takes a unit out of stock. Returns undefined if the product is sold out. */
export const takeUnit = (db: Queries, id: number) =>
  db
    .update(products)
    .set({ stock: sql`${products.stock} - 1` })
    .where(and(eq(products.id, id), gt(products.stock, 0)))
    .returning(counted)
    .then(first);

/**
 * Returns a unit to stock, up to the contract's limit. Returns undefined if stock is not counted any more.
 */
export const returnUnit = (db: Queries, id: number) =>
  db
    .update(products)
    .set({ stock: sql`least(${products.stock} + 1, ${limits.stock.max})` })
    .where(and(eq(products.id, id), isNotNull(products.stock)))
    .returning(counted)
    .then(first);

/** Counts the products among `ids` that belong to a creator and are not deleted. */
export const countOwnProducts = (db: Queries, creatorId: number, ids: readonly number[]): Promise<number> =>
  db.$count(
    products,
    and(eq(products.creatorId, creatorId), anyOf(products.id, ids), isNotDeleted(products)),
  );
