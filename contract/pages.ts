import type { BuyerOrder, CheckoutOrder } from "./checkout.ts";
import type { PublicCreator } from "./creators.ts";
import type { Tile } from "./tiles.ts";

/** Everything a server-rendered page needs: drawn on the server, then sent along so that the browser draws the same. */
export type PageModel =
  | { page: "landing"; signedIn: boolean }
  | {
      page: "creator";
      creator: PublicCreator;
      tiles: Tile[];
      /** The signed-in creator looks at the own page. */
      isOwner: boolean;
      /** The tile whose detail is open when the page arrives. */
      openTileId: number | null;
    }
  | { page: "creator-missing" }
  | { page: "creator-unavailable" }
  | { page: "mock-checkout"; checkoutToken: string; order: CheckoutOrder; problem: string | null }
  | { page: "checkout-missing" }
  | {
      page: "checkout-return";
      status: "success" | "pending" | "failure";
      downloadToken: string | null;
      handle: string | null;
      orderToken: string | null;
    }
  | { page: "order"; orderToken: string; order: BuyerOrder }
  | { page: "order-missing" };

/** What every server-rendered page knows of its surroundings. */
export type PageSite = {
  /** How the world reaches this installation, without a slash at the end. */
  publicUrl: string;
};

/** What the page bundle gives back for a model: markup for the head (title, description, link previews) and for the root element. */
export type RenderedPage = { head: string; body: string };
