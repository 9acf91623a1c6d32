import { and, eq } from "drizzle-orm";
import type { PublicCreator } from "../../../contract/creators.ts";
import { fileFacts } from "../../../contract/files.ts";
import type { PageModel } from "../../../contract/pages.ts";
import type { Database } from "../../platform/database/index.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import { files } from "../files/index.ts";
import { products } from "../products/index.ts";
import { findPageSale } from "../tiles/index.ts";

type ProductModel = Extract<PageModel, { page: "product" }>;

/** The page of a creator's product; undefined when there is none, or when it has no page. */
export async function findProductModel(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { creator, slug }: { creator: PublicCreator; slug: string },
): Promise<ProductModel | undefined> {
  const [row] = await db
    .select({ product: products, file: { name: files.name, size: files.size } })
    .from(products)
    .leftJoin(files, eq(files.id, products.fileId))
    .where(and(eq(products.creatorId, creator.id), eq(products.slug, slug)));
  const sale = row && (await findPageSale(db, row.product));
  if (!row || !sale) return undefined;
  const { product, file } = row;
  const { mediaUrl, mediaAlt, mediaFocusX, mediaFocusY, moreImages } = product;
  const main = mediaUrl !== null && {
    url: mediaUrl,
    alt: mediaAlt ?? "",
    focus: { x: mediaFocusX, y: mediaFocusY },
  };
  return {
    page: "product",
    creator,
    product: {
      id: product.id,
      slug: product.slug,
      name: product.name,
      description: product.description,
      type: product.type,
      price_cents: product.priceCents,
      currency: product.currency,
      min_price_cents: product.minPriceCents,
      shipping_cents: product.shippingCents,
      sold_out: product.stock === 0,
      images: [...(main ? [main] : []), ...moreImages].map((image) => ({
        ...image,
        url: toPublicUrl(image.url, publicUrl),
      })),
      file: file && fileFacts(file),
    },
    tileId: sale.tileId,
  };
}
