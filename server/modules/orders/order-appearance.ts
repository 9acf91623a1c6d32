import type { Appearance } from "../../../contract/appearance.ts";
import { visibleAppearance } from "../creators/index.ts";
import type { OrderRow } from "./repository.ts";

/** Returns the look of the creator who sold, for pages and emails about an order; nothing when it is the product's own. */
export function orderAppearance({ creator }: OrderRow, publicUrl: string): { appearance?: Appearance } {
  return creator ? visibleAppearance(creator, publicUrl) : {};
}
