import type { z } from "zod";
import { isLinkType, sellsProduct } from "../../../contract/rules.ts";
import type { Tile, TileInput, TileType } from "../../../contract/tiles.ts";

/** What the tile form holds; the same schema as the call's turns it into what is sent. */
export type TileFormValues = z.input<typeof TileInput>;

export const TILE_TYPES: readonly { type: TileType; label: string; help: string }[] = [
  { type: "link", label: "Link", help: "Opens an address in a new tab." },
  {
    type: "link_ad",
    label: "Link or ad (paid)",
    help: "A paid link; search engines are told that it is sponsored.",
  },
  { type: "product", label: "Product", help: "Sells one of your products." },
  { type: "tip", label: "Tip", help: "Lets visitors support you." },
  { type: "content", label: "Content", help: "Opens a video, an article or a post." },
];

export function toFormValues(tile: Tile | null): TileFormValues {
  return {
    type: tile?.type ?? "link",
    title: tile?.title ?? "",
    description: tile?.description ?? "",
    imageUrl: tile?.image_url ?? "",
    url: tile?.url ?? "",
    productId: tile?.product_id ?? null,
    active: tile?.active ?? true,
  };
}

/** The draft after a change of type: what the new type has no use for is cleared. */
export function withType(draft: TileFormValues, type: TileType): TileFormValues {
  return {
    ...draft,
    type,
    url: isLinkType(type) ? draft.url : "",
    productId: sellsProduct(type) ? draft.productId : null,
  };
}
