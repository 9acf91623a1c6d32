/** The types of a product: a file, goods to ship, a service (a call, a lesson, a place), a tip, or a bundle of the first three. */
export const PRODUCT_TYPES = ["digital", "physical", "service", "tip", "bundle"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The maximum number of products in a bundle. */
export const MAX_BUNDLE_ITEMS = 30;

/** The types of the products that a bundle may contain. */
export const BUNDLED_TYPES: readonly ProductType[] = ["digital", "physical", "service"];

/** Returns whether a bundle may contain a product of this type, and a product may offer it besides itself. */
export const isSoldWithOthers = (type: ProductType): boolean => BUNDLED_TYPES.includes(type);

/** The maximum length of the sentence about a second offer. */
export const MAX_OFFER_TEXT = 200;
