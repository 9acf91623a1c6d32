import { ProductInput } from "../../../contract/api/products.ts";
import type { TileInput } from "../../../contract/api/tiles.ts";
import { limits } from "../../../contract/rules/limits.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { isOfField } from "../../platform/http/app-error.ts";
import { parseInput } from "../../platform/http/validation.ts";
import {
  addProductIn,
  changeProductIn,
  findProduct,
  type ProductDeps,
  removeProductIn,
} from "../products/index.ts";
import { findUnusedTipProducts } from "./deletion.ts";
import { errors } from "./errors.ts";
import type { TileRow } from "./repository.ts";

export type TipDeps = Pick<ProductDeps, "jobs" | "pageInvalidations" | "publicUrl" | "smallestCharge">;

type Saving = {
  creatorId: number;
  input: TileInput;
  /** The current tile, or undefined for a new one. */
  current?: TileRow;
};

/**
 * Creates or changes the product of a tip tile and returns the tile with it. A tip tile with an amount has a
 * product, so that its orders, receipts and prices work like any product's. Requires a transaction that has
 * locked the creator. Throws 400, 403.
 */
export async function withTipProduct(
  tx: Transaction,
  deps: TipDeps,
  { creatorId, input, current }: Saving,
): Promise<TileInput> {
  const { tipCents, tipCurrency, ...tile } = input;
  const price = tipCents === undefined ? {} : { priceCents: tipCents, currency: tipCurrency };
  if (tile.productId === null) {
    if (tipCents === undefined) return tile;
    const name = nameOf(tile.title);
    const product = parseInput(ProductInput, { name, type: "tip", ...price });
    const { id } = await atAmount(addProductIn(tx, deps, { creatorId, input: product, ofTipTile: true }));
    return { ...tile, productId: id };
  }
  const product = await findProduct(tx, { creatorId, id: tile.productId });
  if (!product) throw errors.productNotOwn();
  if (product.type !== "tip") {
    if (tipCents !== undefined) throw errors.pricedElsewhere();
    return tile;
  }
  const isNamedAlike = tile.type === "tip" && current?.title === product.name;
  const patch = { ...price, ...(isNamedAlike && { name: nameOf(tile.title) }) };
  const isSame = Object.entries(patch).every(
    ([name, value]) => product[name as keyof typeof patch] === value,
  );
  if (!isSame) await atAmount(changeProductIn(tx, deps, { creatorId, id: product.id, patch }));
  return tile;
}

/**
 * Deletes the products that tip tiles created, once no tile offers them. They get the tiles' time of
 * deletion, by which both are restored together.
 */
export async function removeTipProducts(
  tx: Transaction,
  { creatorId, productIds }: { creatorId: number; productIds: readonly number[] },
): Promise<void> {
  for (const id of await findUnusedTipProducts(tx, productIds)) await removeProductIn(tx, { creatorId, id });
}

const nameOf = (title: string) => title.slice(0, limits.productName.max);

/** Moves an error of the product's price to the field of the tile. */
async function atAmount<T>(saving: Promise<T>): Promise<T> {
  return saving.catch((error: unknown) => {
    throw isOfField(error, "priceCents") ? errors.tipAmount({ message: error.text }) : error;
  });
}
