import type { PaymentMode } from "../rules/order-states.ts";
import type { ProductType } from "../rules/product-types.ts";

/** How the creator of a bought service gets in touch: by the product's message, or else by email. */
export type NextStep = "message" | "contact";

/** The return page's view of the order in its URL. */
export type BoughtItem = {
  type: ProductType;
  /** The number of files to download. */
  files: number;
  /** The payment mode, or null in the mock checkout. Money moves only in `live`. */
  mode: PaymentMode | null;
  isFree: boolean;
  /** True if the payment differs from the order, so an administrator must decide. */
  isHeld: boolean;
  /** True if the buyer has left the checkout. */
  isCancelled: boolean;
  /** The name of the creator. */
  creator: string;
  /** The masked email of the buyer, or null without one. */
  email: string | null;
  /** How a bought service continues, or null without one. */
  next: NextStep | null;
  /** The published email of the seller, as the contact. */
  contact: string | null;
};
