import type { PublicCreator } from "../../../contract/api/creators.ts";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import type { PageSite, PageTile } from "../../../contract/pages/pages.ts";
import { plainText } from "../../../contract/rules/formatting.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { decimal } from "../product/product-head.ts";
import { isSoldOut } from "./events.ts";

/** Returns an event in the terms of https://schema.org/Event, or null for another tile. */
export function eventFacts(tile: PageTile, creator: PublicCreator, site: PageSite): object | null {
  const { event, title, description } = tile;
  if (!event) return null;
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: title,
    startDate: event.starts_at,
    ...(event.ends_at && { endDate: event.ends_at }),
    eventStatus: "https://schema.org/EventScheduled",
    ...(event.place && { location: { "@type": "Place", name: event.place, address: event.place } }),
    ...(description && { description: plainText(description) }),
    organizer: {
      "@type": "Person",
      name: creator.display_name,
      url: visitorUrl(site, paths.creator(creator.handle)),
    },
    ...offerOf(tile, creator, site),
  };
}

function offerOf(tile: PageTile, { handle }: PublicCreator, site: PageSite) {
  const { url, product } = tile;
  const target = url ?? (product?.slug ? visitorUrl(site, paths.product(handle, product.slug)) : null);
  if (target === null) return {};
  const availability = `https://schema.org/${isSoldOut(tile) ? "SoldOut" : "InStock"}`;
  const price = product && {
    price: decimal(product.price_cents),
    priceCurrency: product.currency.toUpperCase(),
  };
  return { offers: { "@type": "Offer", url: target, availability, ...price } };
}
