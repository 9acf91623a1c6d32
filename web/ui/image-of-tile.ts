import type { PageImage } from "../../contract/api/images.ts";
import type { Tile } from "../../contract/api/tiles.ts";

/** Returns the tile's image, else the first of its gallery, else its product's, or null. */
export function imageOfTile({ image_url, image_alt, image_focus, images, product }: Tile): PageImage | null {
  if (image_url !== null) return { url: image_url, alt: image_alt ?? "", focus: image_focus };
  const [first] = images;
  if (first) return first;
  if (!product || product.media_url === null) return null;
  return { url: product.media_url, alt: product.media_alt ?? "", focus: product.media_focus };
}
