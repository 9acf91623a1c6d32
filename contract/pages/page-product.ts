import type { FileFacts } from "../api/files.ts";
import type { ImageDimensions, PageImage } from "../api/images.ts";
import type { ProductType } from "../rules/product-types.ts";

/** An image of a product. Its dimensions are unknown on another site, or until it is measured. */
export type ProductImage = PageImage & { dimensions?: ImageDimensions };

/** A product for its own page. */
export type PageProduct = {
  id: number;
  slug: string;
  name: string;
  description: string | null;
  type: ProductType;
  price_cents: number;
  currency: string;
  min_price_cents: number | null;
  /** The shipping cost within the seller's country; the highest of its goods for a bundle. */
  shipping_cents: number;
  /** True for a sold-out product, and for a bundle with a part that is not for sale. */
  sold_out: boolean;
  /** The products of a bundle in order; empty for others. */
  parts: { id: number; name: string; type: ProductType; shipping_cents: number; for_sale: boolean }[];
  images: ProductImage[];
  file: FileFacts | null;
};
