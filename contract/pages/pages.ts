import type { Branding } from "../api/appearance.ts";
import type { PublicCreator } from "../api/creators.ts";
import type { Seller } from "../api/sellers.ts";
import type { Language } from "../rules/languages.ts";
import type { LetterModel } from "./letter-models.ts";
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
  | SaleModel
  | SignupModel
  | LetterModel
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
  | SandboxModel;

/** The name of a server-rendered page: what the model, the routes and the components call it. */
export type PageName = PageModel["page"];
/** The model of one page. */
export type ModelOf<Page extends PageName> = Extract<PageModel, { page: Page }>;

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
