import type { PaymentMode } from "../rules/order-states.ts";
import type { ProductType } from "../rules/product-types.ts";

/** The return page's view of the order in its URL. */
export type BoughtItem = {
  type: ProductType;
  /** The mode: money only moves in `live`; null in the mock checkout. */
  mode: PaymentMode | null;
  isFree: boolean;
  /** The payment differs from the order: people decide. */
  isHeld: boolean;
  /** The buyer left the checkout. */
  isCancelled: boolean;
  /** The name of the creator. */
  creator: string;
  /** The contact: the published email of the seller. */
  contact: string | null;
};
