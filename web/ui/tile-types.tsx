import { HeartIcon, LinkIcon, MailIcon, MegaphoneIcon, PlayIcon, ShoppingBagIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { TileType } from "../../contract/tile-types.ts";
import type { Tile } from "../../contract/tiles.ts";

/** What a visitor is told of each type of tile. */
export const TILE_TYPE_LABELS: Record<TileType, { label: string; icon: (size: number) => ReactNode }> = {
  link: { label: "Link", icon: (size) => <LinkIcon size={size} /> },
  link_ad: { label: "Ad", icon: (size) => <MegaphoneIcon size={size} /> },
  product: { label: "Product", icon: (size) => <ShoppingBagIcon size={size} /> },
  tip: { label: "Tip", icon: (size) => <HeartIcon size={size} /> },
  content: { label: "Content", icon: (size) => <PlayIcon size={size} /> },
  signup: { label: "Signup", icon: (size) => <MailIcon size={size} /> },
};

/** The picture of a tile: its own, else the product's. */
export function imageOf(tile: Tile): string | null {
  return tile.image_url ?? tile.product?.media_url ?? null;
}
