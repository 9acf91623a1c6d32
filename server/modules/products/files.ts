import { isDeepStrictEqual } from "node:util";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { ProductFile } from "../../../contract/api/product-files.ts";
import type { ProductInput } from "../../../contract/api/products.ts";
import { firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { findOwnDigitalFile } from "../files/index.ts";
import { errors } from "./errors.ts";
import { productFiles } from "./file-tables.ts";

/** A file of a product. `id` is null before it is saved. */
export type ListedFile = Omit<ProductFile, "id"> & { id: number | null };

/** The files of a product in order, as a column of a query of `products`. */
export const filesOfProduct = sql<ProductFile[]>`(select coalesce(json_agg(json_build_object(
  'id', listed.id, 'path', listed.file_id, 'name', listed.name, 'size', stored.size) order by listed.position), '[]')
  from product_files listed join files stored on stored.id = listed.file_id where listed.product_id = products.id)`;

type Chosen = Pick<ProductInput, "files" | "digitalFilePath">;

/**
 * Returns the files of a product as they would be after saving. `digitalFilePath` stands for the first file.
 * Throws 400 for another user's file, and for the id of another product's.
 */
export async function chooseFiles(
  db: Queries,
  { creatorId, current }: { creatorId: number; current: readonly ListedFile[] },
  { files, digitalFilePath }: Chosen,
): Promise<ListedFile[]> {
  if (files) return readEach(db, { creatorId, current, files });
  if (digitalFilePath === null) return [];
  const [first = { id: null, path: null }, ...others] = current;
  if (first.path === digitalFilePath) return [...current];
  const stored = await findOwnDigitalFile(db, { creatorId, path: digitalFilePath });
  if (!stored) throw errors.fileNotUsable({ field: "digitalFilePath" });
  return [{ id: first.id, path: stored.id, name: stored.name, size: stored.size }, ...others];
}

async function readEach(
  db: Queries,
  {
    creatorId,
    current,
    files,
  }: { creatorId: number; current: readonly ListedFile[]; files: NonNullable<Chosen["files"]> },
): Promise<ListedFile[]> {
  const left = new Map(current.map((file) => [file.id, file]));
  const chosen: ListedFile[] = [];
  for (const { id = null, path, name } of files) {
    const known = id === null ? undefined : left.get(id);
    if (id !== null && !known) throw errors.fileNotUsable({ field: "files" });
    left.delete(id);
    const stored =
      known?.path === path ? known : await findOwnDigitalFile(db, { creatorId, path }).then(toListed);
    if (!stored) throw errors.fileNotUsable({ field: "files" });
    chosen.push({ id, path, name: name || stored.name, size: stored.size });
  }
  return chosen;
}

const toListed = (stored: { name: string; size: number } | null) => stored ?? undefined;

/** Saves the files of a locked product. A row that stays keeps its id, by which buyers get its newest bytes. */
export async function saveFiles(
  tx: Transaction,
  productId: number,
  { before, files }: { before: readonly ProductFile[]; files: readonly ListedFile[] },
): Promise<ProductFile[]> {
  if (isDeepStrictEqual(before, files)) return [...before];
  const ofProduct = eq(productFiles.productId, productId);
  const kept = files.flatMap(({ id }) => id ?? []);
  await tx.delete(productFiles).where(and(ofProduct, notInArray(productFiles.id, kept)));
  // Out of the way, because two rows must never have one position.
  const position = sql`-1 - ${productFiles.position}`;
  await tx.update(productFiles).set({ position }).where(ofProduct);
  const saved: ProductFile[] = [];
  for (const [at, { id, path, name, size }] of files.entries()) {
    const values = { position: at, fileId: path, name };
    if (id !== null) await tx.update(productFiles).set(values).where(eq(productFiles.id, id));
    saved.push({ id: id ?? (await insertFile(tx, { ...values, productId })), path, name, size });
  }
  return saved;
}

const insertFile = (tx: Transaction, values: typeof productFiles.$inferInsert): Promise<number> =>
  tx
    .insert(productFiles)
    .values(values)
    .returning({ id: productFiles.id })
    .then(firstOrThrow("insert returned no file"))
    .then(({ id }) => id);
