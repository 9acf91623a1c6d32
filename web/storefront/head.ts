import type { PublicCreator } from "../../contract/creators.ts";
import type { PageModel, PageSite } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import { CREATOR_NOT_FOUND } from "../../contract/rules.ts";
import type { Tile } from "../../contract/tiles.ts";
import { escapeHtml, excerpt } from "../lib/text.ts";
import { CHECKOUT_FAILED } from "./checkout/checkout-return.tsx";
import { CREATOR_UNAVAILABLE } from "./creator/creator-problem.tsx";

type Head = {
  title: string;
  description: string;
  /** Path of the page's one true address; null for pages that nobody should find by searching. */
  canonical: string | null;
  image?: string | null;
  kind?: "website" | "profile";
};

const NAME = "Tessera";
const PROMISE = "Your links, products and tips side by side like tiles, at one address that is yours.";

/** The head of a page as markup: title, description, link previews, what robots may do. */
export function headOf(model: PageModel, site: PageSite): string {
  const head = pageHead(model);
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    named("description", head.description),
    named("color-scheme", "light dark"),
    `<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="#141318" media="(prefers-color-scheme: dark)">`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png">`,
    ...(head.canonical === null ? unlisted() : preview(head, site.publicUrl + head.canonical, site)),
    // Buttons that only scripts can serve do not stand there without them.
    "<noscript><style>.needs-scripts{display:none}</style></noscript>",
  ];
  return tags.join("");
}

/** Addresses of orders are secrets: no index keeps them and no other site learns them as the referrer. */
function unlisted(): string[] {
  return [named("robots", "noindex"), named("referrer", "same-origin")];
}

function preview(head: Head, address: string, site: PageSite): string[] {
  const image = head.image ? new URL(head.image, `${site.publicUrl}/`).href : null;
  return [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    property("og:type", head.kind ?? "website"),
    property("og:site_name", NAME),
    property("og:title", head.title),
    property("og:description", head.description),
    property("og:url", address),
    ...(image ? [property("og:image", image)] : []),
    named("twitter:card", "summary"),
  ];
}

function pageHead(model: PageModel): Head {
  switch (model.page) {
    case "landing":
      return {
        title: `${NAME}: one page for all you make and sell`,
        description: PROMISE,
        canonical: paths.landing(),
      };
    case "creator":
      return creatorHead(model.creator, model.tiles);
    case "creator-missing":
      return hidden(CREATOR_NOT_FOUND);
    case "creator-unavailable":
      return hidden(CREATOR_UNAVAILABLE);
    case "mock-checkout":
      return hidden("Checkout");
    case "checkout-missing":
      return hidden("Checkout not found.");
    case "checkout-return":
      return hidden(RETURN_TITLES[model.status]);
    case "order":
      return hidden("Your order");
    case "order-missing":
      return hidden("Order not found.");
  }
}

const RETURN_TITLES = {
  success: "Order confirmed",
  pending: "Checkout pending",
  failure: CHECKOUT_FAILED,
} as const;

function hidden(title: string): Head {
  return { title: `${title.replace(/\.$/, "")} · ${NAME}`, description: PROMISE, canonical: null };
}

function creatorHead(creator: PublicCreator, tiles: Tile[]): Head {
  const titles = tiles.filter((tile) => tile.active).map((tile) => tile.title);
  const offer = titles.length > 0 ? `: ${titles.slice(0, 3).join(", ")}` : "";
  const fallback = `The page of ${creator.display_name}${offer}`;
  return {
    title: `${excerpt(creator.display_name, 60)} (@${creator.handle})`,
    description: excerpt(creator.bio?.trim() || fallback, 160),
    canonical: paths.creator(creator.handle),
    image: creator.avatar_url ?? tiles.find((tile) => tile.active && tile.image_url)?.image_url,
    kind: "profile",
  };
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
