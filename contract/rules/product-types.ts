/** The types of a product: a file, goods to ship, or a tip. */
export const PRODUCT_TYPES = ["digital", "physical", "tip"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];
