import type { BuyerOrder } from "../api/buyer-orders.ts";
import type { CheckoutOrder, Unavailable } from "../api/checkout.ts";
import type { PaymentMode } from "../rules/order-states.ts";
import type { BoughtItem } from "./bought-item.ts";

/** The fields of the order page's form; an unticked box is empty. */
export const PAY_FIELDS = [
  "choice",
  "amount",
  "code",
  "email",
  "consent",
  "marketingConsent",
  "note",
  "company",
  "vatId",
  "name",
  "line1",
  "line2",
  "postalCode",
  "city",
  "state",
  "country",
  "totalCents",
] as const;
export type PayEntries = Readonly<Record<(typeof PAY_FIELDS)[number], string>>;
/** The errors of the order page's form by field; `form` for those without one. */
export type PayProblems = Readonly<Partial<Record<keyof PayEntries | "form", string>>>;

/**
 * Whether a buyer has access to the purchase. `ended`: the buyer withdrew; `refunded`: fully, by the seller;
 * `paused`: the buyer's bank reviews the payment; `returned`: it returned the payment.
 */
export type DownloadAccess = "given" | "ended" | "refunded" | "paused" | "returned";

/** The models of the pages from the checkout to the order, and its withdrawal. */
export type SaleModel =
  | {
      /** The page before paying. */
      page: "pay";
      checkoutToken: string;
      /** Its URL, to which its form is sent. */
      path: string;
      order: CheckoutOrder;
      /** Why it can no longer be paid; null while it can, and once it is paid or cancelled. */
      unavailable: Unavailable | null;
      /** The form's values. */
      entries: PayEntries;
      problems: PayProblems;
      /** The previously displayed total, if it has changed. */
      formerTotal: number | null;
      /** The mode: money only moves in `live`; null in the mock checkout. */
      mode: PaymentMode | null;
      /** False if no receipt is emailed, because it is a test and the creator's email is not verified. */
      sendsReceipts: boolean;
      isInAppBrowser: boolean;
    }
  /** On the way to the provider's page. */
  | { page: "to-provider"; url: string; provider: string }
  | { page: "checkout-missing" }
  | {
      page: "checkout-return";
      status: "success" | "pending" | "failure";
      downloadToken: string | null;
      handle: string | null;
      orderToken: string | null;
      /** For an unpaid checkout: to retry, or to read its result again. */
      checkoutToken: string | null;
      /** Null if the URL leads to no order. */
      bought: BoughtItem | null;
      /** Paid by a method that takes days. */
      isProcessing: boolean;
      /** The URL of the automatic reload in a few seconds; null without one. */
      nextPollUrl: string | null;
      /** The provider's page, where a pending order can be paid. */
      paymentUrl: string | null;
      /** Whether a receipt was emailed; null if unknown. */
      isReceiptSent: boolean | null;
      /** False while the creator's email is unverified: nothing is emailed. */
      sendsReceipts: boolean;
      isInAppBrowser: boolean;
    }
  | {
      page: "order";
      /** Its path, below which its forms are. */
      path: string;
      order: BuyerOrder;
      /** The checkout page of an unpaid order. */
      checkoutPath: string;
      /** The mode: money only moves in `live`; null in the mock checkout. */
      mode: PaymentMode | null;
      /** Whether a file was sold, or false for a service and before the payment. */
      hasFile: boolean;
      access: DownloadAccess;
      /** The payment differs from the order: people decide. */
      isHeld: boolean;
      /** The contact: the published email of the seller. */
      contact: string | null;
      /** False while the creator's email is unverified: nothing is emailed. */
      sendsReceipts: boolean;
      /** The result of the request for the links by email; null without one. */
      mailed: { sent: true } | { sent: false; problem: string; email: string } | null;
      /** The result of the request for another email; null without one. */
      corrected: { sent: true } | { sent: false; problem: string; email: string } | null;
      isInAppBrowser: boolean;
    }
  | { page: "order-missing" }
  | {
      /** Confirms or undoes the right email of an order; null once the link is over. */
      page: "order-email";
      asks: { link: "confirm" | "undo"; token: string; number: string | null; email: string } | null;
    }
  | {
      /** The declaration of withdrawal, before it is confirmed. */
      page: "withdraw";
      /** The path of the order's page. */
      orderPath: string;
      number: string | null;
      product: string;
      seller: string;
      /** The masked email of the order; null without one. */
      mailTo: string | null;
      /** Goods are returned; a file is not. */
      isGoods: boolean;
      /** The input of a rejected form, or none. */
      form: { name: string; email: string; problem: string | null; field: "name" | "email" | null };
    }
  | {
      /** Asks for number and email of an order, whose link is then emailed. */
      page: "find-order";
      /** Number and email were received, whether or not an order has them. */
      isSent: boolean;
      form: { number: string; email: string; problem: string | null; field: "number" | "email" | null };
    };
