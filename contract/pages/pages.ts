import type { Branding } from "../api/appearance.ts";
import type { BuyerOrder } from "../api/buyer-orders.ts";
import type { CheckoutOrder, Unavailable } from "../api/checkout.ts";
import type { PublicCreator } from "../api/creators.ts";
import type { Seller } from "../api/sellers.ts";
import type { Language } from "../rules/languages.ts";
import type { PaymentMode, PaymentStatus } from "../rules/order-states.ts";
import type { BoughtItem } from "./bought-item.ts";
import type { PageProduct } from "./page-product.ts";
import type { PageTile } from "./page-tile.ts";
import type { ReportModel } from "./report-models.ts";
import type { SignupModel } from "./signup-models.ts";

export type { PageTile } from "./page-tile.ts";

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

/** The model of a server-rendered page. */
export type PageModel = PageContent & Branding;

type PageContent =
  | { page: "landing"; signedIn: boolean }
  /** A page of the demo creator in the theme of its appearance, which the landing page shows in small. */
  | { page: "theme-sample" }
  | {
      page: "creator";
      creator: PublicCreator;
      /** At most `TILES_PER_RESPONSE`. */
      tiles: PageTile[];
      /** The index of the first of them among all tiles of the page. */
      from: number;
      /** The number of all tiles of the page. */
      total: number;
      /** The viewer is the creator of the page. */
      isOwner: boolean;
      /** The time that the page is shown as of, to its owner alone; absent for the page as it is now. */
      asOf?: { localTime: string; timeZone: string };
      /** The tile whose detail is open when the page arrives. */
      openTileId: number | null;
      /** The tile that the tip button opens; null where tips are not paid with money, or no tile takes one. */
      tipTileId: number | null;
      /** The version of the preview image, which changes with what the image shows. */
      previewVersion: string;
    }
  | {
      page: "product";
      creator: PublicCreator;
      product: PageProduct;
      /** The tile that sells it; null when it is sold on this page alone. */
      tileId: number | null;
      /** The version of the preview image, which changes with what the image shows. */
      previewVersion: string;
    }
  | { page: "product-missing" }
  | { page: "creator-missing" }
  | { page: "creator-unavailable"; requestId: string }
  | ReportModel
  | { page: "legal"; creator: { handle: string; display_name: string }; seller: Seller }
  | { page: "legal-missing" }
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
      /** Apps show pages in a browser of their own, in which no wallet appears. */
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
      /** Where the page reloads itself from in a few seconds; null when it no longer does. */
      nextLook: string | null;
      /** Whether a receipt was emailed; null when that is not known. */
      isReceiptSent: boolean | null;
    }
  | {
      page: "order";
      orderToken: string;
      order: BuyerOrder;
      /** The page of the checkout, where an unpaid order is paid. */
      checkoutPath: string;
      /** Whether money moves: only in `live`; null in the mock checkout. */
      mode: PaymentMode | null;
      access: DownloadAccess;
      /** The payment does not match the order: people decide what happens. */
      isHeld: boolean;
      /** Whom to ask: the published email of the seller. */
      contact: string | null;
      /** False while the creator's email is not verified: nothing is emailed then. */
      sendsReceipts: boolean;
      /** The result of the request for the links by email; null without one. */
      mailed: { sent: true } | { sent: false; problem: string; email: string } | null;
    }
  | { page: "order-missing" }
  | {
      /** The declaration of withdrawal, before it is confirmed. */
      page: "withdraw";
      orderToken: string;
      number: string | null;
      product: string;
      seller: string;
      /** The masked email of the order; null when it has none. */
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
    }
  | SignupModel
  /** Unsubscribes from marketing emails; without a token once that is done, or when the token is invalid. */
  | {
      page: "unsubscribe";
      state: "asks" | "done" | "unknown";
      token: string;
      /** The sender of the news; null for the operator of the site. */
      creator: string | null;
      /** The creator's own weekly digest, in place of news. */
      isDigest?: true;
    }
  | {
      /** The subscription's checkout where no money moves. */
      page: "sandbox-checkout";
      sessionId: string;
      status: "open" | "complete" | "expired";
      offer: { name: string; amount: number; currency: string; interval: string };
      problem: string | null;
    }
  | {
      /** Onboarding without a provider: one question per step, null when all are answered. */
      page: "sandbox-onboarding";
      token: string;
      step: number | null;
      steps: number;
      isLate: boolean;
    }
  | {
      /** The payment page of the sandbox, where no money moves. */
      page: "sandbox-payment";
      paymentId: string;
      status: PaymentStatus;
      orderNumber: string;
      lines: { name: string; amount: number }[];
      amount: number;
      currency: string;
      email: string | null;
      /** The next action of the buyer or the bank sends no event. */
      losesNextEvent: boolean;
      problem: string | null;
      /** Methods that take days are offered. */
      allowLate: boolean;
      /** What the seller can simulate later; null for other users, and until the payment is paid. */
      later: { refundable: number; isDisputed: boolean } | null;
    }
  | { page: "sandbox-missing" };

/** The name of a server-rendered page: what the model, the routes and the components call it. */
export type PageName = PageModel["page"];

/** The settings of the installation that every server-rendered page receives. */
export type PageSite = {
  /** The public base URL of this installation, without a slash at the end. */
  publicUrl: string;
  /** False where the operator has switched the demo creator off: no page links to it. */
  hasDemo?: boolean;
  /** Pages of creators link to the form in which they are reported. */
  hasReports?: boolean;
  /** Where visitors report a page; absent where the operator has set no email. */
  reportEmail?: string;
  /** The preview of an appearance: always this scheme, and nothing in it can be followed. */
  scheme?: "light" | "dark";
};

/** What the page bundle returns for a model: markup for the head (title, description, link previews) and for the body. */
export type RenderedPage = {
  head: string;
  /** The styles of the creator's appearance, which come after those of the product. */
  style: string;
  body: string;
  /** Whether anything in it is enhanced by scripts; pages of links and plain forms load none. */
  hasScripts: boolean;
  /** The URLs of the fonts that it shows, which are loaded first. */
  fonts: readonly string[];
  /** Of its texts by the creator; English without. */
  language?: Language;
};
