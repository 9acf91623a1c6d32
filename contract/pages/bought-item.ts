import type { PaymentMode } from "../rules/order-states.ts";
import type { ProductType } from "../rules/product-types.ts";

/** What the return page says about an order that its URL leads to. */
export type BoughtItem = {
  type: ProductType;
  /** Whether money moves: only in `live`; null in the mock checkout. */
  mode: PaymentMode | null;
  isFree: boolean;
  /** The payment does not match the order: people decide what happens. */
  isHeld: boolean;
  /** The buyer left the checkout. */
  isCancelled: boolean;
  /** The name of the creator. */
  creator: string;
  /** Whom to ask: the published email of the seller. */
  contact: string | null;
};
