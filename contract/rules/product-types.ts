/** The types of a product: a file, goods to ship, a service (a call, a lesson, a place), a tip, or a bundle of the first three. */
export const PRODUCT_TYPES = ["digital", "physical", "service", "tip", "bundle"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The maximum number of products in a bundle. */
export const MAX_BUNDLE_ITEMS = 30;

/** The types of the products that a bundle may contain. */
export const BUNDLED_TYPES: readonly ProductType[] = ["digital", "physical", "service"];

/** Returns whether a product of this type may be the second offer in another product's checkout. */
export const isOfferedType = (type: ProductType): boolean => type !== "tip";

type Sold = { id: number | null | undefined; type: ProductType; bundleItems: readonly number[] };

/** Returns whether two products or bundles have a product in common. An order of both would contain it twice. */
export function haveCommonProduct(one: Sold, other: Sold): boolean {
  const own = productsOf(one);
  return productsOf(other).some((id) => own.includes(id));
}

/** Returns the ids of a product with those of its bundle. */
const productsOf = ({ id, type, bundleItems }: Sold) => [id ?? 0, ...(type === "bundle" ? bundleItems : [])];

/** The maximum length of the sentence about a second offer. */
export const MAX_OFFER_TEXT = 200;
