import type { ProductType } from "./product-types.ts";

/** The subject of a contract, which determines the period of the right of withdrawal. */
export const CONTRACT_KINDS = ["goods", "file", "service"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** Returns the subject of a contract about a product, or null for a tip. A digital product without a file is a service. */
export function contractKindOf(product: { type: ProductType; hasFile: boolean }): ContractKind | null {
  if (product.type === "tip") return null;
  if (product.type === "physical") return "goods";
  return product.type === "digital" && product.hasFile ? "file" : "service";
}
