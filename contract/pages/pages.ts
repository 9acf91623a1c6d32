import type { Branding } from "../api/appearance.ts";
import type { PublicCreator } from "../api/creators.ts";
import type { Seller } from "../api/sellers.ts";
import type { Language } from "../rules/languages.ts";
import type { LetterModel } from "./letter-models.ts";
import type { LibraryModel } from "./library-models.ts";
import type { PageProduct } from "./page-product.ts";
import type { PageTile } from "./page-tile.ts";
import type { ReportModel } from "./report-models.ts";
import type { SaleModel } from "./sale-models.ts";
import type { SandboxModel } from "./sandbox-models.ts";
import type { SignupModel } from "./signup-models.ts";

export type { PageTile } from "./page-tile.ts";

/** The model of a server-rendered page. */
export type PageModel = PageContent & Branding;

type PageContent =
  | { page: "landing"; signedIn: boolean }
  /** A page of the demo creator in a theme, which the landing page shows scaled down. */
  | { page: "theme-sample" }
  | {
      page: "creator";
      creator: PublicCreator;
      /** At most `TILES_PER_RESPONSE`. */
      tiles: PageTile[];
      /** The index of the first of them among all tiles. */
      from: number;
      /** The number of all tiles of the page. */
      total: number;
      /** The viewer is the page's creator. */
      isOwner: boolean;
      /** The displayed time, only for its owner; absent for the current page. */
      asOf?: { localTime: string; timeZone: string };
      /** The tile whose detail is open on arrival. */
      openTileId: number | null;
      /** The tile for the tip button; null if tips are not paid with money, or no tile takes one. */
      tipTileId: number | null;
      /** The version of the preview image, which changes with its content. */
      previewVersion: string;
    }
  | {
      page: "product";
      creator: PublicCreator;
      product: PageProduct;
      /** The tile that sells it; null if only this page does. */
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
  | SignupModel
  | LetterModel
  /** Unsubscribes from marketing emails; without a token after a success, or for an invalid token. */
  | {
      page: "unsubscribe";
      state: "asks" | "done" | "unknown";
      token: string;
      /** The sender of the news, or null for the operator of the site. */
      creator: string | null;
      /** The creator's own weekly digest, in place of news. */
      isDigest?: true;
    }
  | SandboxModel;

/** The name of a server-rendered page in the model, the routes and the components. */
export type PageName = PageModel["page"];
/** The model of one page. */
export type ModelOf<Page extends PageName> = Extract<PageModel, { page: Page }>;

/** The installation's settings for every server-rendered page. */
export type PageSite = {
  /** The public base URL of this installation, without a slash at the end. */
  publicUrl: string;
  /** False if the operator has switched the demo creator off: no page links to it. */
  hasDemo?: boolean;
  /** Whether pages of creators link to the report form. */
  hasReports?: boolean;
  /** The target of reports; absent without the operator's email. */
  reportEmail?: string;
  /** The preview of an appearance: always in this scheme, with everything disabled. */
  scheme?: "light" | "dark";
};

/** The result of rendering a model: markup for the head (title, description, link previews) and for the body. */
export type RenderedPage = {
  head: string;
  /** The styles of the creator's appearance, after the product's. */
  style: string;
  body: string;
  /** Whether scripts enhance it; pages of links and plain forms load none. */
  hasScripts: boolean;
  /** The URLs of its fonts, which are loaded first. */
  fonts: readonly string[];
  /** The language of its texts by the creator; English without any. */
  language?: Language;
};
