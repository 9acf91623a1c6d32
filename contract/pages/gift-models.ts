import type { BuyerMessage } from "../api/buyer-message.ts";
import type { BuyerLine, DownloadAccess } from "../api/order-lines.ts";
import type { BoughtVersion } from "../api/product-versions.ts";
import type { PaymentMode } from "../rules/order-states.ts";

export type GiftField = "email" | "name" | "line" | "day";

/** The form with which a buyer sends an order as a gift, with its rejected input. */
type GiftForm = Record<GiftField, string> & {
  /** The first and last day, as `2026-11-28`. */
  days: { first: string; last: string };
  problem: string | null;
  field: GiftField | null;
};

/** The state of an order as a gift, for its payer. `goods`: the order has goods to ship, so it cannot be a gift. */
export type OrderGift =
  | { state: "goods"; isBundle: boolean }
  | { state: "offered"; form: GiftForm }
  | { state: "planned"; form: GiftForm; to: string | null; at: string }
  | { state: "sent"; to: string | null; at: string };

/** A gift in the library of its receiver. */
export type LibraryGift = {
  /** The id of its order. */
  id: number;
  product: string;
  /** The name of the person who gave it, or null once that is erased. */
  from: string | null;
  sent_at: string;
  has_download: boolean;
};

/** The page of a gift for its receiver. It says nothing of the payment. */
export type GiftModel = {
  page: "gift";
  /** The path of the page, to which the form for new links is posted. */
  path: string;
  product: string;
  creator: { handle: string; display_name: string; time_zone: string };
  from: string | null;
  line: string | null;
  /** The payment mode, or null in the mock checkout. */
  mode: PaymentMode | null;
  access: DownloadAccess;
  files: BuyerLine["access"]["files"];
  /** The messages of the products, as a buyer sees them. */
  messages: BuyerMessage[];
  /** The changes of the files since the gift was sent, newest first. */
  versions: BoughtVersion[];
};
