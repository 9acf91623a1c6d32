/** The types of a product: a file, goods to ship, a tip, or a bundle of files and goods. */
export const PRODUCT_TYPES = ["digital", "physical", "tip", "bundle"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The maximum number of products in a bundle. */
export const MAX_BUNDLE_ITEMS = 30;

/** Returns whether a bundle may contain a product of this type, and a product may offer it besides itself. */
export const isSoldWithOthers = (type: ProductType): boolean => type === "digital" || type === "physical";
