import type { ProductType } from "./product-types.ts";

/** What a contract is about: the right of withdrawal begins and ends by it. */
export const CONTRACT_KINDS = ["goods", "file", "service"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** Returns what the contract about a product is about; null for a tip. What is neither sent nor downloaded is a service. */
export function contractKindOf(product: { type: ProductType; hasFile: boolean }): ContractKind | null {
  if (product.type === "tip") return null;
  if (product.type === "physical") return "goods";
  return product.hasFile ? "file" : "service";
}
