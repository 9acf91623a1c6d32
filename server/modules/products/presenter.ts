import type { Product } from "../../../contract/api/products.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { ProductRow } from "./repository.ts";

export function presentProduct(row: ProductRow, publicUrl: string): Product {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    price_cents: row.priceCents,
    currency: row.currency,
    min_price_cents: row.minPriceCents,
    type: row.type,
    bundle_items: row.bundleItems,
    offer_product_id: row.offerProductId,
    offer_price_cents: row.offerPriceCents,
    offer_text: row.offerText,
    stock: row.stock,
    shipping_cents: row.shippingCents,
    shipping_abroad_cents: row.shippingAbroadCents,
    digital_file_path: row.files[0]?.path ?? null,
    files: row.files,
    media_url: toPublicUrl(row.mediaUrl, publicUrl),
    media_alt: row.mediaAlt,
    media_focus: { x: row.mediaFocusX, y: row.mediaFocusY },
    more_images: row.moreImages.map((image) => ({ ...image, url: toPublicUrl(image.url, publicUrl) })),
    buyer_message: row.buyerMessage,
    buyer_link_label: row.buyerLinkLabel,
    buyer_link_url: row.buyerLinkUrl,
    active: row.active,
  };
}
