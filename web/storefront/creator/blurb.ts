import type { FileFacts } from "../../../contract/api/files.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { DOWNLOAD_DAYS } from "../../../contract/rules/limits.ts";
import {
  type BlockType,
  isBlockType,
  type TileType,
  tileTypeRules,
} from "../../../contract/rules/tile-types.ts";
import { hostOf } from "../../lib/text.ts";

type Sold = Pick<NonNullable<Tile["product"]>, "type" | "price_cents"> & {
  /** The file for buyers. Goods and services have none. */
  file?: FileFacts | null | undefined;
};

/** The button label of a service. */
const BOOK = "Book";

type TileTexts = {
  /** A sentence about the button's effect, or null. */
  blurb: ((host: string | null, creatorName: string, sold: Sold | null) => string) | null;
  /** The label of the button, or null. */
  action: string | null;
  /** A text beside the price, or null. */
  note: string | null;
};

const TEXTS: Record<Exclude<TileType, BlockType>, TileTexts> = {
  product: {
    blurb: (_host, _creatorName, sold) =>
      `Checkout takes a moment and needs no account.${sold?.file ? ` You get a download link that works for ${DOWNLOAD_DAYS} days.` : ""}`,
    action: "Purchase & Download",
    note: null,
  },
  tip: {
    blurb: (_host, creatorName) => `A small thank-you that helps ${creatorName} make more.`,
    action: "Send Tip",
    note: "Support the creator",
  },
  content: {
    blurb: (host) =>
      host ? `Something to watch, read or hear on ${host}.` : "Something to watch, read or hear.",
    action: "Visit link",
    note: null,
  },
  link_ad: {
    blurb: (host) => (host ? `A paid link that leads to ${host}.` : "A paid link."),
    action: "Visit link",
    note: null,
  },
  signup: { blurb: null, action: null, note: null },
  link: {
    blurb: (host, creatorName) => (host ? `This link leads to ${host}.` : `A note from ${creatorName}.`),
    action: "Visit link",
    note: null,
  },
};

/** Blocks have no detail. */
const NO_TEXTS: TileTexts = { blurb: null, action: null, note: null };
const textsOf = (type: TileType) => (isBlockType(type) ? NO_TEXTS : TEXTS[type]);

type Described = Pick<Tile, "type" | "url"> & { product: Sold | null };

export const blurbOf = ({ type, url, product }: Described, creatorName: string) =>
  textsOf(type).blurb?.(url === null ? null : hostOf(url), creatorName, product) ?? null;

/** Returns the button label of a tile's detail, the same for every product but a service. */
export const actionOf = ({ type, product }: Pick<Described, "type" | "product">) =>
  type === "product" && product?.type === "service" ? BOOK : textsOf(type).action;

/** Returns the button label of a product that costs nothing. */
export const freeAction = ({ type }: Pick<Sold, "type">) =>
  type === "service" ? "Book for free" : "Get it for free";

/** Returns the button label on a product's own page, which differs for goods, services and free products. */
export function productAction({ type, price_cents }: Sold): string | null {
  if (price_cents === 0) return freeAction({ type });
  if (type === "service") return BOOK;
  return type === "physical" || type === "bundle" ? "Buy" : TEXTS.product.action;
}

export const noteOf = ({ type }: Pick<Tile, "type">) => textsOf(type).note;

/** Returns the `rel` attribute of a tile's link. */
export function relOf(tile: Tile): string {
  return tileTypeRules(tile.type).sponsored ? "sponsored noopener" : "noopener";
}
