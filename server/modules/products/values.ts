import type { ProductInput } from "../../../contract/api/products.ts";
import { slugOf } from "../../../contract/rules/slugs.ts";
import type { Queries } from "../../platform/database/index.ts";
import { toPublicUrl, toStoredUrl } from "../../platform/own-url.ts";
import { chooseFiles, type ListedFile } from "./files.ts";
import { findProduct, type ProductRow } from "./repository.ts";

/** The id of an unsaved product. It determines the colour shown without an image. */
const NEW_PRODUCT_ID = 0;

/**
 * Returns a product as it would be after saving. Without an id of this creator's products, it is a new one.
 * Throws 400 for another user's file.
 */
export async function readProductDraft(
  db: Queries,
  { publicUrl, ...owner }: { publicUrl: string; creatorId: number; id: number | null },
  input: ProductInput,
) {
  const { creatorId, id } = owner;
  const saved = id === null ? undefined : await findProduct(db, { creatorId, id });
  const current = saved?.files ?? [];
  const values = await toValues(db, { publicUrl }, { creatorId, current, input });
  return {
    ...values,
    id: saved?.id ?? NEW_PRODUCT_ID,
    slug: input.slug || saved?.slug || slugOf(input.name),
  };
}

/** Returns the columns and files of a product. Throws 400 for another user's file. */
export async function toValues(
  db: Queries,
  deps: { publicUrl: string },
  { creatorId, current, input }: { creatorId: number; current: readonly ListedFile[]; input: ProductInput },
) {
  const { digitalFilePath, files, versionNote: _, mediaFocus, moreImages, ...fields } = input;
  const toStored = <U extends string | null>(url: U) => toStoredUrl(url, deps.publicUrl);
  return {
    ...fields,
    files: await chooseFiles(db, { creatorId, current }, { files, digitalFilePath }),
    mediaUrl: toStored(fields.mediaUrl),
    mediaFocusX: mediaFocus.x,
    mediaFocusY: mediaFocus.y,
    moreImages: moreImages.map((image) => ({ ...image, url: toStored(image.url) })),
  };
}

/** Returns a saved product as the request that saves it again. */
export function toInput(current: ProductRow, publicUrl: string) {
  return {
    name: current.name,
    slug: current.slug,
    description: current.description,
    priceCents: current.priceCents,
    currency: current.currency,
    minPriceCents: current.minPriceCents,
    type: current.type,
    bundleItems: current.bundleItems,
    offerProductId: current.offerProductId,
    offerPriceCents: current.offerPriceCents,
    offerText: current.offerText,
    stock: current.stock,
    shippingCents: current.shippingCents,
    shippingAbroadCents: current.shippingAbroadCents,
    digitalFilePath: current.files[0]?.path ?? null,
    mediaUrl: toPublicUrl(current.mediaUrl, publicUrl),
    mediaAlt: current.mediaAlt,
    mediaFocus: { x: current.mediaFocusX, y: current.mediaFocusY },
    moreImages: current.moreImages.map((image) => ({
      ...image,
      url: toPublicUrl(image.url, publicUrl),
    })),
    buyerMessage: current.buyerMessage,
    buyerLinkLabel: current.buyerLinkLabel,
    buyerLinkUrl: current.buyerLinkUrl,
    active: current.active,
  };
}
