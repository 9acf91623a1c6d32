import type { ReactNode } from "react";
import type { FileFacts } from "../../../contract/api/files.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { DOWNLOAD_DAYS } from "../../../contract/rules/limits.ts";
import {
  type BlockType,
  isBlockType,
  type TileType,
  tileTypeRules,
} from "../../../contract/rules/tile-types.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { hostOf } from "../../lib/text.ts";

type Sold = Pick<NonNullable<Tile["product"]>, "type" | "price_cents"> & {
  /** The file for buyers. Goods and services have none. */
  file?: FileFacts | null | undefined;
};

/** The button label of a service. */
const BOOK = text("Book");

type TileTexts = {
  /** Returns a sentence about the button's effect. Missing without one. */
  blurb?: (about: { host: ReactNode; name: ReactNode; sold: Sold | null }) => ReactNode;
  /** The label of the button, or null. */
  action: string | null;
  /** A text beside the price, or null. */
  note: string | null;
};

const VISIT = text("Visit link");

const TEXTS: Record<Exclude<TileType, BlockType>, TileTexts> = {
  product: {
    blurb: ({ sold }) =>
      sold?.file
        ? t(
            "Checkout takes a moment and needs no account. You get a download link that works for {days, plural, one {# day} other {# days}}.",
            { days: DOWNLOAD_DAYS },
          )
        : t("Checkout takes a moment and needs no account."),
    action: text("Purchase & Download"),
    note: null,
  },
  tip: {
    blurb: ({ name }) => rich("A small thank-you that helps {name} make more.", { name }),
    action: text("Send Tip"),
    note: text("Support the creator"),
  },
  content: {
    blurb: ({ host }) =>
      host
        ? rich("Something to watch, read or hear on {host}.", { host })
        : t("Something to watch, read or hear."),
    action: VISIT,
    note: null,
  },
  link_ad: {
    blurb: ({ host }) => (host ? rich("A paid link that leads to {host}.", { host }) : t("A paid link.")),
    action: VISIT,
    note: null,
  },
  signup: { action: null, note: null },
  link: {
    blurb: ({ host, name }) =>
      host ? rich("This link leads to {host}.", { host }) : rich("A note from {name}.", { name }),
    action: VISIT,
    note: null,
  },
};

/** Blocks have no detail. */
const NO_TEXTS: TileTexts = { action: null, note: null };
const textsOf = (type: TileType) => (isBlockType(type) ? NO_TEXTS : TEXTS[type]);

type Described = Pick<Tile, "type" | "url"> & { product: Sold | null };

/** Returns a sentence about the effect of a tile's button, or undefined. */
export function blurbOf({ type, url, product }: Described, creatorName: string): ReactNode {
  const host = url === null ? null : hostOf(url);
  const about = { host: host && <bdi>{host}</bdi>, name: <bdi>{creatorName}</bdi>, sold: product };
  return textsOf(type).blurb?.(about);
}

/** Returns the button label of a tile's detail, the same for every product but a service. */
export function actionOf({ type, product }: Pick<Described, "type" | "product">): string | null {
  const action = type === "product" && product?.type === "service" ? BOOK : textsOf(type).action;
  return action && t(action);
}

/** Returns the button label of a product that costs nothing. */
export const freeAction = ({ type }: Pick<Sold, "type">): string =>
  type === "service" ? t("Book for free") : t("Get it for free");

/** Returns the button label on a product's own page, which differs for goods, services and free products. */
export function productAction({ type, price_cents }: Sold): string | null {
  if (price_cents === 0) return freeAction({ type });
  return type === "physical" || type === "bundle"
    ? t("Buy")
    : actionOf({ type: "product", product: { type, price_cents } });
}

/** Returns the text beside the price, or null. */
export function noteOf({ type }: Pick<Tile, "type">): string | null {
  const { note } = textsOf(type);
  return note && t(note);
}

/** Returns the `rel` attribute of a tile's link. */
export function relOf(tile: Tile): string {
  return tileTypeRules(tile.type).sponsored ? "sponsored noopener" : "noopener";
}
