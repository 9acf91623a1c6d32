import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import type { PageSite } from "../../../contract/pages/pages.ts";
import { plainText } from "../../../contract/rules/formatting.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { formatPrice } from "../../lib/format.ts";
import { excerpt } from "../../lib/text.ts";
import { notForSale } from "../creator/offer.ts";
import type { Head } from "../page-head.ts";
import type { ProductModel } from "./product-page.tsx";

/** Search engines read at most this much of a description. */
const FACTS_LENGTH = 1000;

/** The head of a product's page: Product and Offer of https://schema.org, and tags for link previews. */
export function productHead({ creator, product, previewVersion }: ProductModel, site: PageSite): Head {
  const canonical = paths.product(creator.handle, product.slug);
  const description = plainText(product.description ?? "");
  const price = decimal(product.price_cents);
  const seller = creator.seller
    ? { "@type": creator.seller.is_trader ? "Organization" : "Person", name: creator.seller.name }
    : { "@type": "Person", name: creator.display_name };
  return {
    title: `${excerpt(product.name, 60)} · ${excerpt(creator.display_name, 40)}`,
    description: excerpt(
      description ||
        t("{product} by {name}: {price}", {
          product: product.name,
          name: creator.display_name,
          price: formatPrice(product.price_cents, product.currency, creator.language),
        }),
      160,
    ),
    canonical,
    kind: "product",
    ...(creator.plan === "creator" && { siteName: creator.display_name }),
    language: creator.language,
    picture: paths.productPreview(creator.handle, product.slug, previewVersion),
    properties: {
      "product:price:amount": price,
      "product:price:currency": product.currency.toUpperCase(),
    },
    facts: {
      "@context": "https://schema.org",
      "@type": product.type === "service" ? "Service" : "Product",
      name: product.name,
      url: visitorUrl(site, canonical),
      ...(description && { description: excerpt(description, FACTS_LENGTH) }),
      ...(product.images.length > 0 && { image: product.images.map(({ url }) => url) }),
      brand: { "@type": "Brand", name: creator.display_name },
      offers: {
        "@type": "Offer",
        url: visitorUrl(site, canonical),
        price,
        priceCurrency: product.currency.toUpperCase(),
        availability: `https://schema.org/${availabilityOf({ creator, product })}`,
        seller,
      },
    },
  };
}

function availabilityOf({ creator, product }: Pick<ProductModel, "creator" | "product">): string {
  if (product.sold_out) return "SoldOut";
  return notForSale({ product }, creator.sells) === null ? "InStock" : "OutOfStock";
}

/** An amount for machines. All currencies of products have two decimals. */
export const decimal = (cents: number) => (cents / 100).toFixed(2);
