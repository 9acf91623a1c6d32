import type { ProductInput } from "../../../contract/api/products.ts";
import { haveCommonProduct, isOfferedType } from "../../../contract/rules/product-types.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { Held } from "./bundles.ts";
import { errors } from "./errors.ts";
import { findProduct, type ProductRow } from "./repository.ts";

type Offering = Pick<ProductRow, "type" | "currency" | "bundleItems" | "offerProductId">;

/** Returns whether a product can be offered in the checkout of another one. */
const isOfferable = ({ type, currency }: ProductRow, offering: Offering): boolean =>
  isOfferedType(type) && currency === offering.currency;

/** Returns whether a change may have made another product unfit for the offer. */
export const isOtherOffer = (before: Offering, after: Offering): boolean =>
  before.offerProductId !== after.offerProductId ||
  before.currency !== after.currency ||
  String(before.bundleItems) !== String(after.bundleItems);

/** Throws 400 unless the checkout of a product can offer the chosen one. `id` is null for a new product. */
export async function checkOffer(
  db: Queries,
  { creatorId, id, input }: { creatorId: number; id: number | null; input: ProductInput },
): Promise<void> {
  const { offerProductId } = input;
  if (offerProductId === null) return;
  const offered = await findProduct(db, { creatorId, id: offerProductId });
  if (!offered) throw errors.offerNotOwn();
  if (!isOfferable(offered, input)) throw errors.notForOffer({ product: offered.name });
  if (haveCommonProduct(offered, { ...input, id })) throw errors.offeredTwice({ product: offered.name });
}

/** Returns the product that the checkout of another one offers, or undefined while it is not for sale. */
export async function findOffered(
  db: Queries,
  product: ProductRow,
  held: Held,
): Promise<ProductRow | undefined> {
  const { creatorId, offerProductId } = product;
  if (offerProductId === null) return undefined;
  const offered = await findProduct(db, { creatorId, id: offerProductId });
  const isForSale =
    offered?.active &&
    (offered.stock !== 0 || held.has(offered.id)) &&
    isOfferable(offered, product) &&
    !haveCommonProduct(offered, product);
  return isForSale ? offered : undefined;
}
