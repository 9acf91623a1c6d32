import type { ReactNode } from "react";
import type { Tile, TileType } from "../../../contract/tiles.ts";
import { hostOf } from "../../lib/text.ts";
import { BagIcon, HeartIcon, LinkIcon, MegaphoneIcon, PlayIcon } from "../../ui/icons.tsx";

/** What a visitor is told of each type of tile. */
export const TILE_KINDS: Record<TileType, { label: string; icon: (size: number) => ReactNode }> = {
  link: { label: "Link", icon: (size) => <LinkIcon size={size} /> },
  link_ad: { label: "Ad", icon: (size) => <MegaphoneIcon size={size} /> },
  product: { label: "Product", icon: (size) => <BagIcon size={size} /> },
  tip: { label: "Tip", icon: (size) => <HeartIcon size={size} /> },
  content: { label: "Content", icon: (size) => <PlayIcon size={size} /> },
};

/** One sentence on what follows, by type. */
export function blurbOf(tile: Tile, creatorName: string): string {
  const host = tile.url === null ? null : hostOf(tile.url);
  switch (tile.type) {
    case "product":
      return "Checkout takes a moment and needs no account. Files arrive as a download link that works for 3 days.";
    case "tip":
      return `A small thank-you that helps ${creatorName} make more.`;
    case "content":
      return host ? `Something to watch, read or hear on ${host}.` : "Something to watch, read or hear.";
    case "link_ad":
      return host ? `A paid link that leads to ${host}.` : "A paid link.";
    case "link":
      return host ? `This link leads to ${host}.` : `A note from ${creatorName}.`;
  }
}

/** The picture of a tile: its own, else the product's. */
export function imageOf(tile: Tile): string | null {
  return tile.image_url ?? tile.product?.media_url ?? null;
}

/** Told to search engines and to the site a link leads to. */
export function relOf(tile: Tile): string {
  return tile.type === "link_ad" ? "sponsored noopener" : "noopener";
}
