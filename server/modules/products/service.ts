import { ProductInput, type ProductPatch } from "../../../contract/products.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { toPublicUrl, toStoredUrl } from "../../platform/own-url.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { lockCreator } from "../creators/index.ts";
import { findOwnDigitalFile } from "../files/index.ts";
import { fileNotUsable, productMissing } from "./errors.ts";
import { deleteProduct, insertProduct, lockProduct, type ProductRow, updateProduct } from "./repository.ts";

export type ProductDeps = { db: Database; pageInvalidations: PageInvalidations; publicUrl: string };
type Owned = { creatorId: number; id: number };

/** Adds a product. Throws 400 when the file is not this creator's upload. */
export async function addProduct(
  deps: ProductDeps,
  { creatorId, input }: { creatorId: number; input: ProductInput },
): Promise<ProductRow> {
  return inTransaction(deps.db, async (tx) =>
    insertProduct(tx, creatorId, await toValues(tx, deps, { creatorId, input })),
  );
}

/** Changes a product and validates the result as a whole. Throws 400, 404. */
export async function changeProduct(
  deps: ProductDeps,
  { creatorId, id, patch }: Owned & { patch: ProductPatch },
): Promise<ProductRow> {
  return inTransaction(deps.db, async (tx) => {
    const current = await lockProduct(tx, { creatorId, id });
    if (!current) throw productMissing();
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const input = parseInput(ProductInput, {
      name: current.name,
      description: current.description,
      priceCents: current.priceCents,
      currency: current.currency,
      minPriceCents: current.minPriceCents,
      type: current.type,
      stock: current.stock,
      shippingCents: current.shippingCents,
      shippingAbroadCents: current.shippingAbroadCents,
      digitalFilePath: current.fileId,
      mediaUrl: toPublicUrl(current.mediaUrl, deps.publicUrl),
      active: current.active,
      ...given,
    });
    const values = await toValues(tx, deps, { creatorId, input });
    const saved = await updateProduct(tx, { creatorId, id }, values);
    if (!saved) throw productMissing();
    await deps.pageInvalidations.publish(tx, creatorId);
    return saved;
  });
}

/** Deletes a product and its tiles; orders have their own copy of its data. Throws 404. */
export async function removeProduct(deps: ProductDeps, { creatorId, id }: Owned): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // The creator is locked first, because the tiles are deleted as well and changes to several tiles need that lock.
    await lockCreator(tx, creatorId);
    if (!(await deleteProduct(tx, { creatorId, id }))) throw productMissing();
    await deps.pageInvalidations.publish(tx, creatorId);
  });
}

async function toValues(
  db: Queries,
  deps: ProductDeps,
  { creatorId, input }: { creatorId: number; input: ProductInput },
) {
  const { digitalFilePath, ...fields } = input;
  const values = { ...fields, mediaUrl: toStoredUrl(fields.mediaUrl, deps.publicUrl) };
  if (digitalFilePath === null) return { ...values, fileId: null };
  const file = await findOwnDigitalFile(db, { creatorId, path: digitalFilePath });
  if (!file) throw fileNotUsable();
  return { ...values, fileId: file.id };
}
