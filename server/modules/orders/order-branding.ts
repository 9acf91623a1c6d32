import type { Branding } from "../../../contract/api/appearance.ts";
import { visibleBranding } from "../creators/index.ts";
import type { OrderRow } from "./repository.ts";

/** Returns what is the seller's own on pages and in emails about an order; nothing once the creator is deleted. */
export function orderBranding({ creator }: OrderRow, publicUrl: string): Branding {
  return creator ? visibleBranding(creator, publicUrl) : {};
}
