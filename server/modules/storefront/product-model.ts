import { createHash } from "node:crypto";
import { and, eq, exists, ne, notExists, or, type SQL } from "drizzle-orm";
import { fileFacts } from "../../../contract/api/files.ts";
import type { ImageDimensions } from "../../../contract/api/images.ts";
import type { PageProduct } from "../../../contract/pages/page-product.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Database, Queries } from "../../platform/database/index.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import { findImageDimensions } from "../files/index.ts";
import { filesOfProduct, listPartsOf, products } from "../products/index.ts";
import { findPageSale, isLive, tiles } from "../tiles/index.ts";
import { type PreviewedPage, type PreviewSite, siteOnPreview } from "./previewed-page.ts";

type ProductModel = Extract<PageModel, { page: "product" }>;

/** Returns the model of a product's page, or undefined if the product is unknown or has no page. */
export async function findProductModel(
  { db, publicUrl, site }: { db: Database; publicUrl: string; site: PreviewSite },
  { creator, appearance, slug }: Pick<PreviewedPage, "creator" | "appearance"> & { slug: string },
): Promise<ProductModel | undefined> {
  const [row] = await db
    .select({ product: products, files: filesOfProduct })
    .from(products)
    .where(and(eq(products.creatorId, creator.id), eq(products.slug, slug), isNotDeleted(products)));
  const sale = row && (await findPageSale(db, row.product));
  if (!row || !sale) return undefined;
  const dimensions = await findDimensions(db, row.product, publicUrl);
  const parts = await listPartsOf(db, row.product);
  return presentProductPage(
    { creator, appearance, ...row, parts, dimensions, tileId: sale.tileId },
    { publicUrl, site },
  );
}

/** Returns the condition for products with a page, as `findPageSale` decides it. */
export function hasProductPage(db: Queries): SQL | undefined {
  const isOfProduct = and(eq(tiles.productId, products.id), isNotDeleted(tiles));
  const tilesWhere = (condition: SQL | undefined) => db.select({ id: tiles.id }).from(tiles).where(condition);
  return and(
    products.active,
    ne(products.type, "tip"),
    or(notExists(tilesWhere(isOfProduct)), exists(tilesWhere(and(isOfProduct, tiles.active, isLive())))),
  );
}

type Images = Pick<typeof products.$inferSelect, "mediaUrl" | "moreImages">;

/** Returns the known dimensions of a product's images, by their public URLs. */
export function findDimensions(db: Queries, { mediaUrl, moreImages }: Images, publicUrl: string) {
  const urls = [...(mediaUrl === null ? [] : [mediaUrl]), ...moreImages.map(({ url }) => url)];
  return findImageDimensions(db, { publicUrl, urls: urls.map((url) => toPublicUrl(url, publicUrl)) });
}

type ShownProduct = Omit<
  typeof products.$inferSelect,
  "creatorId" | "createdAt" | "deletedAt" | "activeBeforeDeletion" | "ofTipTile"
>;
type ProductPage = Pick<PreviewedPage, "creator" | "appearance"> & {
  product: ShownProduct;
  files: Parameters<typeof fileFacts>[0];
  parts: PageProduct["parts"];
  /** Image dimensions by public URL. */
  dimensions: ReadonlyMap<string, ImageDimensions>;
  tileId: number | null;
};

export function presentProductPage(
  { creator, appearance, product, files, parts, dimensions, tileId }: ProductPage,
  { publicUrl, site }: { publicUrl: string; site: PreviewSite },
): ProductModel {
  const { mediaUrl, mediaAlt, mediaFocusX, mediaFocusY, moreImages } = product;
  const main = mediaUrl !== null && {
    url: mediaUrl,
    alt: mediaAlt ?? "",
    focus: { x: mediaFocusX, y: mediaFocusY },
  };
  const content: PageProduct = {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description,
    type: product.type,
    price_cents: product.priceCents,
    currency: product.currency,
    min_price_cents: product.minPriceCents,
    shipping_cents: Math.max(product.shippingCents, ...parts.map((part) => part.shipping_cents)),
    sold_out: product.stock === 0 || parts.some((part) => !part.for_sale),
    parts,
    images: [...(main ? [main] : []), ...moreImages].map((image) => {
      const url = toPublicUrl(image.url, publicUrl);
      const known = dimensions.get(url);
      return { ...image, url, ...(known && { dimensions: known }) };
    }),
    file: fileFacts(files),
  };
  const look = { creator, ...(appearance && { appearance }) };
  return {
    page: "product",
    ...look,
    product: content,
    tileId,
    previewVersion: productPreviewVersion({ ...look, product: content }, site),
  };
}

/** The content of a product's preview image. */
export type PreviewedProduct = Pick<PreviewedPage, "creator" | "appearance"> & { product: PageProduct };

/** Returns a hash of that content, so that the image's URL changes with it. */
export function productPreviewVersion(
  { creator, appearance, product }: PreviewedProduct,
  site: PreviewSite,
): string {
  const { name, description, price_cents, currency, images } = product;
  const [image] = images;
  const content = [
    [
      name,
      description,
      price_cents,
      currency,
      image ? { url: image.url, alt: image.alt, focus: image.focus } : null,
    ],
    [creator.handle, creator.avatar_url, siteOnPreview(creator, site), appearance ?? null],
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 10);
}
