import type { BuyerMessage } from "../api/buyer-message.ts";
import type { BuyerOrder } from "../api/buyer-orders.ts";
import type { CheckoutOrder, Unavailable } from "../api/checkout.ts";
import type { DownloadAccess } from "../api/order-lines.ts";
import type { BoughtVersion } from "../api/product-versions.ts";
import type { ContractKind } from "../rules/contract-kinds.ts";
import type { PaymentMode } from "../rules/order-states.ts";
import type { BoughtItem, NextStep } from "./bought-item.ts";
import type { OrderGift } from "./gift-models.ts";

/** The fields of the form before paying. An unticked box is empty. */
export const PAY_FIELDS = [
  "choice",
  "amount",
  "code",
  "offer",
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
/** The errors of that form by field. `form` is for errors without a field. */
export type PayProblems = Readonly<Partial<Record<keyof PayEntries | "form", string>>>;

/** The models of the pages from the checkout to the order and its withdrawal. */
export type SaleModel =
  | {
      /** The page before paying. */
      page: "pay";
      checkoutToken: string;
      /** The URL of the page, to which its form is sent. */
      path: string;
      order: CheckoutOrder;
      /** Why the order can no longer be paid, or null if it can be paid, is paid or was cancelled. */
      unavailable: Unavailable | null;
      /** The name of the bundle's part because of which the order is unavailable, or null. */
      unavailablePart: string | null;
      /** The form's values. */
      entries: PayEntries;
      problems: PayProblems;
      /** The previously displayed total, if it has changed. */
      formerTotal: number | null;
      /** The payment mode, or null in the mock checkout. Money moves only in `live`. */
      mode: PaymentMode | null;
      /** False if no receipt is emailed, because the order is a test and the creator's email is unverified. */
      sendsReceipts: boolean;
      isInAppBrowser: boolean;
    }
  /** The page that redirects to the provider's page. */
  | { page: "to-provider"; url: string; provider: string }
  | { page: "checkout-missing" }
  | {
      page: "checkout-return";
      status: "success" | "pending" | "failure";
      downloadToken: string | null;
      handle: string | null;
      orderToken: string | null;
      /** The token of an unpaid checkout, to retry it or to read its result again. */
      checkoutToken: string | null;
      /** The bought item, or null if the URL leads to no order. */
      bought: BoughtItem | null;
      /** The messages of the bought products. Empty before the payment and after the access has ended. */
      messages: BuyerMessage[];
      /** True if the payment method takes days. */
      isProcessing: boolean;
      /** The URL that is loaded automatically after a few seconds, or null to load none. */
      nextPollUrl: string | null;
      /** The provider's page, where a pending order can be paid. */
      paymentUrl: string | null;
      /** True if a receipt was emailed, or null if unknown. */
      isReceiptSent: boolean | null;
      /** False while the creator's email is unverified, because nothing is emailed until then. */
      sendsReceipts: boolean;
      isInAppBrowser: boolean;
    }
  | {
      page: "order";
      /** The path of the page. The paths of its forms begin with it. */
      path: string;
      order: BuyerOrder;
      /** The checkout page of an unpaid order. */
      checkoutPath: string;
      /** The payment mode, or null in the mock checkout. Money moves only in `live`. */
      mode: PaymentMode | null;
      /** True if a file was sold. False for a service and before the payment. */
      hasFile: boolean;
      access: DownloadAccess;
      /** The messages of the bought products. Empty before the payment and after the access has ended. */
      messages: BuyerMessage[];
      /** The changes of the bought files since the payment, newest first. */
      versions: BoughtVersion[];
      /** How a bought service continues, or null without one. */
      next: NextStep | null;
      /** True if the payment differs from the order, so an administrator must decide. */
      isHeld: boolean;
      /** The published email of the seller, as the contact. */
      contact: string | null;
      /** False while the creator's email is unverified, because nothing is emailed until then. */
      sendsReceipts: boolean;
      /** The result of the request to email the links, or null without a request. */
      mailed: { sent: true } | { sent: false; problem: string; email: string } | null;
      /** The result of the request to correct the email, or null without a request. */
      corrected: { sent: true } | { sent: false; problem: string; email: string } | null;
      /** The gift that the order is or can be, or null if it can be none. */
      gift: OrderGift | null;
      isInAppBrowser: boolean;
    }
  | { page: "order-missing" }
  | {
      /** Confirms or undoes a corrected email of an order, or takes its gift back. `asks` is null once the link is no longer valid. */
      page: "order-email";
      asks: { link: "confirm" | "undo" | "gift"; token: string; number: string | null; email: string } | null;
    }
  | {
      /** The declaration of withdrawal, before the buyer confirms it. */
      page: "withdraw";
      /** The seller's page, or null once it is deleted. */
      creator: { handle: string } | null;
      /** The path of the order's page. */
      orderPath: string;
      number: string | null;
      product: string;
      /** The lines to choose from, or none if only one has a right of withdrawal. */
      lines: { id: number; name: string; amountCents: number }[];
      currency: string;
      seller: string;
      /** The masked email of the order, or null without an email. */
      mailTo: string | null;
      /** The subjects of the contracts from which the buyer can withdraw, each once. */
      kinds: ContractKind[];
      /** True if the buyer withdraws from everything that was bought. */
      isWhole: boolean;
      /** The input of a rejected form, or none. `lines` are the ticked ones. */
      form: {
        name: string;
        email: string;
        lines: number[];
        problem: string | null;
        field: "name" | "email" | "lines" | null;
      };
    }
  | {
      /** Asks for number and email of an order, to email its link. */
      page: "find-order";
      /** True after a request, whether or not an order has this number and email. */
      isSent: boolean;
      form: { number: string; email: string; problem: string | null; field: "number" | "email" | null };
    };
