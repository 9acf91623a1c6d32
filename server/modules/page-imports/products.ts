import type { ImportRow, PageContents } from "../../../contract/api/page-imports.ts";
import { ProductInput } from "../../../contract/api/products.ts";
import { MAX_PRODUCTS } from "../../../contract/rules/limits.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { findProduct, listProducts, type Products } from "../products/index.ts";
import type { AddedTile } from "./tables.ts";

type Deps = { products: Pick<Products, "importProduct" | "removeProduct"> };
type Contents = Omit<PageContents, "id">;

/** Leaves out products with the name of an own product. */
export async function withoutOwnProducts(
  db: Queries,
  { creatorId, contents }: { creatorId: number; contents: Contents },
): Promise<Contents> {
  if (!contents.rows.some(({ kind }) => kind === "product")) return contents;
  const keyOf = (name: string) => name.normalize("NFC").toLowerCase();
  const own = new Set(
    (await listProducts(db, creatorId, { limit: MAX_PRODUCTS })).map(({ name }) => keyOf(name)),
  );
  const isOwn = ({ kind, title }: ImportRow) => kind === "product" && own.has(keyOf(title));
  const leftOut = contents.rows
    .filter(isOwn)
    .map(({ title }) => ({ name: title, reason: "present" as const }));
  return {
    ...contents,
    rows: contents.rows.filter((row) => !isOwn(row)),
    left_out: [...contents.left_out, ...leftOut],
  };
}

/** Adds a hidden product without files, in a transaction that has locked the creator. Throws 400, 403. */
export async function addProduct(
  tx: Transaction,
  { products }: Deps,
  { creatorId, row: { title, price } }: { creatorId: number; row: ImportRow },
): Promise<AddedTile> {
  const { cents: priceCents, currency } = price ?? { cents: 0 };
  const input = parseInput(ProductInput, {
    name: title,
    type: "digital",
    priceCents,
    currency,
    active: false,
  });
  const added = await products.importProduct(tx, { creatorId, input });
  const saved = { cents: added.priceCents, currency: added.currency };
  return { id: added.id, title: added.name, url: null, description: null, price: saved };
}

type Added = AddedTile & Required<Pick<AddedTile, "price">>;

/**
 * Deletes the products of an import that are still hidden, without files, and have their name and price.
 * Returns their number, and the names of the others.
 */
export async function removeProducts(
  tx: Transaction,
  { products }: Deps,
  { creatorId, added }: { creatorId: number; added: readonly Added[] },
): Promise<{ removed: number; kept: string[] }> {
  const kept: string[] = [];
  let removed = 0;
  for (const { id, title, price } of added) {
    const product = await findProduct(tx, { creatorId, id });
    // A product that was deleted since needs nothing.
    if (!product) continue;
    const isSame = product.name === title && !product.active && product.files.length === 0;
    const hasPrice = product.priceCents === price.cents && product.currency === price.currency;
    if (isSame && hasPrice && product.description === null) {
      await products.removeProduct(tx, { creatorId, id });
      removed += 1;
    } else kept.push(product.name);
  }
  return { removed, kept };
}
