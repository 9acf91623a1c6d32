import { DOWNLOAD_DAYS } from "../../../contract/limits.ts";
import { type TileType, tileTypeRules } from "../../../contract/tile-types.ts";
import type { Tile } from "../../../contract/tiles.ts";
import { hostOf } from "../../lib/text.ts";

type TileTexts = {
  /** One sentence about what the button opens; null for none. */
  blurb: ((host: string | null, creatorName: string) => string) | null;
  /** The label of the button; null for none. */
  action: string | null;
  /** Shown beside the price, or in its place. */
  note: string | null;
};

const SUPPORT = "Support the creator";

const TEXTS: Record<TileType, TileTexts> = {
  product: {
    blurb: () =>
      `Checkout takes a moment and needs no account. If it is a file, you get a download link that works for ${DOWNLOAD_DAYS} days.`,
    action: "Purchase & Download",
    note: null,
  },
  tip: {
    blurb: (_host, creatorName) => `A small thank-you that helps ${creatorName} make more.`,
    action: "Send Tip",
    note: SUPPORT,
  },
  content: {
    blurb: (host) =>
      host ? `Something to watch, read or hear on ${host}.` : "Something to watch, read or hear.",
    action: "Visit link",
    note: SUPPORT,
  },
  link_ad: {
    blurb: (host) => (host ? `A paid link that leads to ${host}.` : "A paid link."),
    action: "Visit link",
    note: SUPPORT,
  },
  signup: { blurb: null, action: null, note: null },
  heading: { blurb: null, action: null, note: null },
  link: {
    blurb: (host, creatorName) => (host ? `This link leads to ${host}.` : `A note from ${creatorName}.`),
    action: "Visit link",
    note: SUPPORT,
  },
};

export const blurbOf = ({ type, url }: Pick<Tile, "type" | "url">, creatorName: string) =>
  TEXTS[type].blurb?.(url === null ? null : hostOf(url), creatorName) ?? null;

export const actionOf = ({ type }: Pick<Tile, "type">) => TEXTS[type].action;

export const noteOf = ({ type }: Pick<Tile, "type">) => TEXTS[type].note;

/** Returns the `rel` attribute of a tile's link. */
export function relOf(tile: Tile): string {
  return tileTypeRules(tile.type).sponsored ? "sponsored noopener" : "noopener";
}
