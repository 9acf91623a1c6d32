import type { OrderStatus, PaymentMode } from "../rules/order-states.ts";
import type { ProductType } from "../rules/product-types.ts";
import type { LibraryGift } from "./gift-models.ts";

/** An order in the list of the library. */
export type LibraryOrder = {
  id: number;
  product: string;
  type: ProductType;
  number: string | null;
  paid_at: string;
  amount_cents: number;
  currency: string;
  status: OrderStatus;
  mode: PaymentMode | null;
  /** True for a sale of another service, whose price is not known here. */
  is_imported?: true;
  /** True if the buyer withdrew from the contract. */
  is_withdrawn: boolean;
  /** True if the buyer can withdraw from the contract about a product of the order. */
  can_withdraw: boolean;
  /** True if a file can be downloaded. */
  has_download: boolean;
  shipped_at: string | null;
};

/** Neighbouring orders of one creator. Test orders have groups of their own. */
export type LibraryGroup = {
  /** Null for creators who deleted their account. */
  creator: { handle: string; display_name: string } | null;
  isTest: boolean;
  orders: LibraryOrder[];
};

/** The models of the library's own pages. */
export type LibraryModel =
  | {
      /** Asks for the email whose purchases are shown. */
      page: "library-request";
      /** True after a request, whether or not the email has purchases. */
      isSent: boolean;
      form: { email: string; problem: string | null };
    }
  | {
      /** The page of an emailed link. Its form signs this browser in. */
      page: "library-entry";
      token: string;
      state: "open" | "used" | "expired" | "unknown";
      /** True if another browser requested the link, so that its email must be entered again. */
      asksEmail: boolean;
      form: { email: string; problem: string | null };
    }
  | {
      page: "library";
      email: string;
      /** A part of a product's name, a creator's name or a receipt's number; empty for all purchases. */
      search: string;
      /** The index of the first order shown. */
      from: number;
      /** The number of found purchases. */
      total: number;
      /** The number of all purchases. */
      all: number;
      groups: LibraryGroup[];
      /** The latest gifts to this email, only without a search. */
      gifts: LibraryGift[];
    };
