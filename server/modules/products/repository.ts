import { and, desc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { limits } from "../../../contract/rules/limits.ts";
import { isNotDeleted, isRestorable, lastDeletedFirst } from "../../platform/database/deleted-rows.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import type { Queries } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { products } from "./tables.ts";

export type ProductRow = typeof products.$inferSelect;
type ProductValues = Omit<typeof products.$inferInsert, "creatorId">;
type Owned = { creatorId: number; id: number };

const anyOwned = ({ creatorId, id }: Owned) => and(eq(products.id, id), eq(products.creatorId, creatorId));
const owned = (owner: Owned) => and(anyOwned(owner), isNotDeleted(products));

/** Returns the next products of a creator, newest first; `before` is the id of the last one that was read. */
export function listProducts(
  db: Queries,
  creatorId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ProductRow[]> {
  const own = and(eq(products.creatorId, creatorId), isNotDeleted(products));
  return db
    .select()
    .from(products)
    .where(before === undefined ? own : and(own, lt(products.id, before)))
    .orderBy(desc(products.id))
    .limit(limit);
}

export function countProducts(db: Queries, creatorId: number): Promise<number> {
  return db.$count(products, and(eq(products.creatorId, creatorId), isNotDeleted(products)));
}

/** Returns a product of any creator. */
export async function findAnyProduct(db: Queries, id: number): Promise<ProductRow | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNotDeleted(products)));
  return row;
}

export async function findProduct(db: Queries, owner: Owned): Promise<ProductRow | undefined> {
  const [row] = await db.select().from(products).where(owned(owner));
  return row;
}

export async function lockProduct(db: Queries, owner: Owned): Promise<ProductRow | undefined> {
  const [row] = await db.select().from(products).where(owned(owner)).for("update");
  return row;
}

/** Throws 409 when the slug is another product's. */
export async function insertProduct(
  db: Queries,
  creatorId: number,
  values: ProductValues,
): Promise<ProductRow> {
  const [row] = await db
    .insert(products)
    .values({ ...values, creatorId })
    .returning()
    .catch(rejectTakenSlug);
  if (!row) throw new Error("insert returned no product");
  return row;
}

/** Throws 409 when the slug is another product's. */
export async function updateProduct(
  db: Queries,
  owner: Owned,
  values: Partial<ProductValues>,
): Promise<ProductRow | undefined> {
  const [row] = await db.update(products).set(values).where(owned(owner)).returning().catch(rejectTakenSlug);
  return row;
}

/** Deletes a product so that it can be restored. */
export async function deleteProduct(db: Queries, owner: Owned): Promise<{ slug: string } | undefined> {
  const [row] = await db
    .update(products)
    .set({ deletedAt: sql`now()`, activeBeforeDeletion: sql`${products.active}`, active: false })
    .where(owned(owner))
    .returning({ slug: products.slug });
  return row;
}

/** Returns the products of a creator that can be restored, the last deleted one first. */
export function listDeletedProducts(db: Queries, creatorId: number) {
  const { id, name, mediaUrl, deletedAt } = products;
  return db
    .select({ id, name, imageUrl: mediaUrl, deletedAt })
    .from(products)
    .where(and(eq(products.creatorId, creatorId), isRestorable(products)))
    .orderBy(...lastDeletedFirst(products));
}

/** Returns a product that can be restored. */
export async function findDeletedProduct(db: Queries, owner: Owned): Promise<ProductRow | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(anyOwned(owner), isRestorable(products)));
  return row;
}

/** Restores a deleted product. Throws 409 when the slug is another product's. */
export async function restoreProductRow(
  db: Queries,
  { id, slug }: Pick<ProductRow, "id" | "slug">,
): Promise<ProductRow> {
  const active = sql`coalesce(${products.activeBeforeDeletion}, ${products.active})`;
  const [row] = await db
    .update(products)
    .set({ slug, deletedAt: null, active, activeBeforeDeletion: null })
    .where(eq(products.id, id))
    .returning()
    .catch(rejectTakenSlug);
  if (!row) throw new Error(`product ${id} was not restored`);
  return row;
}

function rejectTakenSlug(error: unknown): never {
  if (violatedConstraint(error) === "products_slug_unique") throw errors.slugTaken();
  throw error;
}

export async function readStock(db: Queries, id: number): Promise<{ stock: number | null } | undefined> {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, id));
  return row;
}

type Counted = { creatorId: number; stock: number | null };
const counted = { creatorId: products.creatorId, stock: products.stock };

/** Takes a piece out of stock, or returns undefined when none is left to take. */
export async function takePiece(db: Queries, id: number): Promise<Counted | undefined> {
  const [row] = await db
    .update(products)
    .set({ stock: sql`${products.stock} - 1` })
    .where(and(eq(products.id, id), gt(products.stock, 0)))
    .returning(counted);
  return row;
}

/** Puts a piece back, within the limit of the contract, or returns undefined when pieces are no longer counted. */
export async function returnPiece(db: Queries, id: number): Promise<Counted | undefined> {
  const [row] = await db
    .update(products)
    .set({ stock: sql`least(${products.stock} + 1, ${limits.stock.max})` })
    .where(and(eq(products.id, id), isNotNull(products.stock)))
    .returning(counted);
  return row;
}
