import type { BuyerOrder } from "../api/buyer-orders.ts";
import type { CheckoutOrder, Unavailable } from "../api/checkout.ts";
import type { PaymentMode } from "../rules/order-states.ts";
import type { BoughtItem } from "./bought-item.ts";

/** The fields of the order page's form; a box that is not ticked is empty. */
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
/** What is wrong with the order page's form, by field; `form` for what belongs to none. */
export type PayProblems = Readonly<Partial<Record<keyof PayEntries | "form", string>>>;

/**
 * Whether a buyer has access to what was bought. `ended`: the buyer withdrew; `refunded`: everything was, by the seller;
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
      /** What the form holds. */
      entries: PayEntries;
      problems: PayProblems;
      /** The total that was shown before, where it has changed since. */
      formerTotal: number | null;
      /** Whether money moves: only in `live`; null in the mock checkout. */
      mode: PaymentMode | null;
      /** False where no receipt is emailed: no money moves, and the creator's email is not verified. */
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
      /** Of a checkout that is not paid: to try again, or to read its result again. */
      checkoutToken: string | null;
      /** Null where the URL leads to no order. */
      bought: BoughtItem | null;
      /** Paid by a method that takes days. */
      isProcessing: boolean;
      /** Where the page reloads itself from in a few seconds, or null when it no longer does. */
      nextPollUrl: string | null;
      /** The provider's page, where a pending order can be paid. */
      paymentUrl: string | null;
      /** Whether a receipt was emailed, or null when that is not known. */
      isReceiptSent: boolean | null;
      /** False while the creator's email is not verified: nothing is emailed then. */
      sendsReceipts: boolean;
      isInAppBrowser: boolean;
    }
  | {
      page: "order";
      orderToken: string;
      order: BuyerOrder;
      /** The page of the checkout, where an unpaid order is paid. */
      checkoutPath: string;
      /** Whether money moves: only in `live`; null in the mock checkout. */
      mode: PaymentMode | null;
      /** Whether a file was sold, or false for a service, and before the order is paid. */
      hasFile: boolean;
      access: DownloadAccess;
      /** The payment does not match the order: people decide what happens. */
      isHeld: boolean;
      /** Whom to ask: the published email of the seller. */
      contact: string | null;
      /** False while the creator's email is not verified: nothing is emailed then. */
      sendsReceipts: boolean;
      /** The result of the request for the links by email; null without one. */
      mailed: { sent: true } | { sent: false; problem: string; email: string } | null;
      isInAppBrowser: boolean;
    }
  | { page: "order-missing" }
  | {
      /** The declaration of withdrawal, before it is confirmed. */
      page: "withdraw";
      orderToken: string;
      number: string | null;
      product: string;
      seller: string;
      /** The masked email of the order, or null when it has none. */
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
