import type { Branding } from "../api/appearance.ts";
import type { PublicCreator } from "../api/creators.ts";
import type { Seller } from "../api/sellers.ts";
import type { Language } from "../rules/languages.ts";
import type { Site } from "../rules/site.ts";
import type { DocumentModel } from "./document-models.ts";
import type { GiftModel } from "./gift-models.ts";
import type { LetterModel, ListedLetter } from "./letter-models.ts";
import type { LibraryModel } from "./library-models.ts";
import type { PageProduct } from "./page-product.ts";
import type { PageTile } from "./page-tile.ts";
import type { ReportModel } from "./report-models.ts";
import type { SaleModel } from "./sale-models.ts";
import type { SandboxModel } from "./sandbox-models.ts";
import type { SignupModel } from "./signup-models.ts";

export type { PageTile } from "./page-tile.ts";

/** The model of a server-rendered page. */
export type PageModel = PageContent &
  Branding & {
    /** The language in which an order, a signup or a letter was made. Missing on pages in the language of their creator, and on English ones. */
    pageLanguage?: Language;
  };

type PageContent =
  | { page: "landing"; signedIn: boolean }
  /** A page of the demo creator in a theme, which the landing page shows scaled down. */
  | { page: "theme-sample" }
  | DocumentModel
  | {
      page: "creator";
      creator: PublicCreator;
      /** The tiles of this response, at most `TILES_PER_RESPONSE`. */
      tiles: PageTile[];
      /** The index of the first of these tiles among all tiles of the page. */
      from: number;
      /** The number of all tiles of the page. */
      total: number;
      /** True if the viewer is the page's creator. */
      isOwner: boolean;
      /** The time at which the page is previewed. Missing for the current page. */
      asOf?: { localTime: string; timeZone: string };
      /** The tile whose detail is open at first. */
      openTileId: number | null;
      /** The tile for the tip button, or null if tips are not paid with money or no tile takes tips. */
      tipTileId: number | null;
      /** The newest published emails. Missing without any. */
      latestEmails?: ListedLetter[];
      /** The version of the preview image, which changes with its content. */
      previewVersion: string;
    }
  | {
      page: "product";
      creator: PublicCreator;
      product: PageProduct;
      /** The tile that sells the product, or null if only this page sells it. */
      tileId: number | null;
      /** The version of the preview image, which changes with its content. */
      previewVersion: string;
    }
  | { page: "product-missing" }
  | { page: "creator-missing" }
  | { page: "creator-unavailable"; requestId: string }
  | ReportModel
  | { page: "legal"; creator: { handle: string; display_name: string }; seller: Seller }
  | { page: "legal-missing" }
  | SaleModel
  | LibraryModel
  | GiftModel
  | SignupModel
  | LetterModel
  /** Unsubscribes from marketing emails. Without a token after a success or for an invalid token. */
  | {
      page: "unsubscribe";
      state: "asks" | "done" | "unknown";
      token: string;
      /** The sender of the news, or null for the operator of the site. */
      creator: string | null;
      /** True if the link ends the creator's own weekly digest, not news. */
      isDigest?: true;
      /** The product whose news the link ends. Without it, the link ends all news of the sender. */
      product?: string;
    }
  | SandboxModel;

/** The name of a server-rendered page in the model, the routes and the components. */
export type PageName = PageModel["page"];
/** The model of one page. */
export type ModelOf<Page extends PageName> = Extract<PageModel, { page: Page }>;

/** The installation's settings for every server-rendered page and email. */
export type PageSite = Site & {
  /** The public base URL of this installation, without a slash at the end. */
  publicUrl: string;
  /** The creator's own domain, with which the URLs that visitors get begin. Missing for a page without one. */
  own?: { origin: string; handle: string };
  /** True if pages of creators link to the report form. */
  hasReports?: boolean;
  /** The email for reports. Missing without the operator's email. */
  reportEmail?: string;
  /** The fixed colour scheme of a preview, in which all links and forms are disabled. */
  scheme?: "light" | "dark";
};

/** The result of rendering a model, with the markup of the head (title, description, link previews) and of the body. */
export type RenderedPage = {
  head: string;
  /** The styles of the creator's appearance, after the product's. */
  style: string;
  body: string;
  /** True if scripts enhance the page. Pages with only links and plain forms load no scripts. */
  hasScripts: boolean;
  /** The URLs of the page's fonts, which are preloaded. */
  fonts: readonly string[];
  /** The language of the creator's texts, or English on a page without such texts. */
  language?: Language;
  /** The language of the product's own texts. Missing for English. */
  bodyLanguage?: Language;
};
