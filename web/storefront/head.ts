import { visitorUrl } from "../../contract/pages/own-paths.ts";
import type { ModelOf, PageModel, PageSite } from "../../contract/pages/pages.ts";
import { PREVIEW_SIZE } from "../../contract/pages/previews.ts";
import { BRAND_COLORS } from "../../contract/rules/brand.ts";
import { joinByComma, openGraphLocale } from "../../contract/rules/formats.ts";
import { escapeHtml } from "../../contract/rules/html.ts";
import { RETURN_POLL_SECONDS } from "../../contract/rules/limits.ts";
import { paths } from "../../contract/rules/paths.ts";
import { DOCUMENT_LABELS } from "../../contract/rules/site.ts";
import { isBlock } from "../../contract/rules/tile-types.ts";
import { t, text } from "../../contract/texts.ts";
import { excerpt } from "../lib/text.ts";
import { lookColors } from "../themes/look.ts";
import { failureOf } from "./checkout/checkout-return.tsx";
import { CREATOR_NOT_FOUND, CREATOR_UNAVAILABLE } from "./creator/creator-problem.tsx";
import { eventFacts } from "./creator/event-facts.ts";
import { landingHead } from "./landing/landing-head.ts";
import { letterHead, lettersHead } from "./letters/letter-head.ts";
import { type Head, hidden } from "./page-head.ts";
import { pageStyles } from "./page-styles.ts";
import { productHead } from "./product/product-head.ts";

/** The head of a page as markup: title, description, link previews, robots. */
export function headOf(model: PageModel, site: PageSite): string {
  const head = pageHead(model, site);
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    named("description", head.description),
    ...themeColors(model),
    ...(head.refresh ? [refresh(head.refresh)] : []),
    ...icons(site),
    ...(head.canonical === null ? unlisted(model) : preview(head, visitorUrl(site, head.canonical), site)),
    // Hides buttons that need scripts.
    "<noscript><style>.needs-scripts{display:none}</style></noscript>",
  ];
  return tags.join("");
}

/** Returns the icons of tabs and bookmarks. */
const icons = ({ logo }: PageSite): string[] =>
  logo
    ? [`<link rel="icon" href="${logo}">`, `<link rel="apple-touch-icon" href="${logo}">`]
    : [
        '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
        '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
      ];

/** Returns the element with the page's own styles, or nothing without any. */
export function styleOf(model: PageModel, { scheme }: PageSite): string {
  const styles = pageStyles(model, scheme);
  return styles && `<style>${styles.replaceAll("</", "<\\/")}</style>`;
}

function themeColors({ appearance }: PageModel): string[] {
  const colors = appearance ? lookColors(appearance) : BRAND_COLORS;
  if (appearance?.scheme) return [named("theme-color", colors[appearance.scheme].ground)];
  return (["light", "dark"] as const).map(
    (scheme) =>
      `<meta name="theme-color" content="${colors[scheme].ground}" media="(prefers-color-scheme: ${scheme})">`,
  );
}

/** Pages without a form that needs the `Origin` header. With `no-referrer`, browsers send `Origin: null`. */
const WITHOUT_OWN_FORM: ReadonlySet<PageModel["page"]> = new Set(["checkout-return", "unsubscribe"]);

/** Returns the tags that keep secret URLs, such as of orders, out of search engines and referrers. */
function unlisted({ page }: PageModel): string[] {
  const referrer = WITHOUT_OWN_FORM.has(page) ? "no-referrer" : "same-origin";
  return [named("robots", "noindex"), named("referrer", referrer)];
}

function preview(head: Head, address: string, site: PageSite): string[] {
  const picture = head.picture
    ? [
        property("og:image", visitorUrl(site, head.picture)),
        property("og:image:type", "image/jpeg"),
        property("og:image:width", String(PREVIEW_SIZE.width)),
        property("og:image:height", String(PREVIEW_SIZE.height)),
        property("og:image:alt", head.title),
      ]
    : [];
  return [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...(head.feed
      ? [
          `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(visitorUrl(site, head.feed))}">`,
        ]
      : []),
    property("og:type", head.kind ?? "website"),
    property("og:site_name", head.siteName ?? site.name),
    property("og:title", head.title),
    property("og:description", head.description),
    property("og:url", address),
    ...(head.language ? [property("og:locale", openGraphLocale(head.language))] : []),
    ...picture,
    ...Object.entries(head.properties ?? {}).map(([name, content]) => property(name, content)),
    ...(head.isLaterPart ? [named("robots", "noindex")] : []),
    named("twitter:card", head.picture ? "summary_large_image" : "summary"),
    ...(head.facts ? [structured(head.facts)] : []),
  ];
}

function pageHead(model: PageModel, site: PageSite): Head {
  switch (model.page) {
    case "landing":
      return landingHead(site);
    case "site-document":
      return {
        title: `${model.title} · ${site.name}`,
        description: `${t(DOCUMENT_LABELS[model.name])} · ${site.name}`,
        canonical: paths.siteDocument(model.name),
      };
    case "creator":
      return creatorHead(model, site);
    case "product":
      return productHead(model, site);
    case "legal":
      return hidden(t("Seller details of @{handle}", { handle: model.creator.handle }), model, site);
    case "to-provider":
      return {
        ...hidden(t("Taking you to {provider}", { provider: model.provider }), model, site),
        refresh: { seconds: 0, url: model.url },
      };
    case "checkout-return":
      return {
        ...hidden(
          model.status === "failure" ? failureOf(model) : t(RETURN_TITLES[model.status]),
          model,
          site,
        ),
        ...(model.nextPollUrl !== null && {
          refresh: { seconds: RETURN_POLL_SECONDS, url: model.nextPollUrl },
        }),
      };
    case "signup-confirmation":
      return hidden(model.pending ? t("Confirm your signup") : t("You are signed up."), model, site);
    case "letters":
      return lettersHead(model, site);
    case "letter":
      return letterHead(model, site);
    case "sandbox-onboarding":
      return hidden(model.step === null ? "Sandbox account" : "Sandbox onboarding", model, site);
    default:
      return hidden(t(TITLES[model.page]), model, site);
  }
}

/** Fixed titles of pages outside search engines. */
const TITLES = {
  "theme-sample": text("A page in this theme"),
  "product-missing": text("Product not found."),
  "creator-missing": CREATOR_NOT_FOUND,
  "creator-unavailable": CREATOR_UNAVAILABLE,
  "creator-suspended": text("Page unavailable"),
  report: text("Report a page"),
  "legal-missing": text("No seller details."),
  pay: text("Checkout"),
  "checkout-missing": text("Checkout not found."),
  order: text("Your order"),
  withdraw: text("Withdraw from contract"),
  "find-order": text("Withdraw from a contract"),
  "order-missing": text("Order not found."),
  "order-email": text("Your order"),
  gift: text("A gift for you"),
  "library-request": text("Your purchases"),
  "library-entry": text("Your purchases"),
  library: text("Your purchases"),
  signup: text("Sign up"),
  "signup-missing": text("Signup not found."),
  "letter-missing": text("Email not found."),
  unsubscribe: text("Unsubscribe"),
  "sandbox-checkout": text("Sandbox checkout"),
  "sandbox-portal": text("Sandbox card and invoices"),
  "sandbox-payment": text("Sandbox payment"),
  "sandbox-missing": text("Sandbox page not found."),
} as const satisfies Partial<Record<PageModel["page"], string>>;

const RETURN_TITLES = {
  success: text("Order confirmed"),
  pending: text("Checkout pending"),
} as const;

function creatorHead(model: ModelOf<"creator">, site: PageSite): Head {
  const { creator, tiles, previewVersion } = model;
  const events = tiles.flatMap((tile) => eventFacts(tile, creator, site) ?? []);
  const withEvents = (profile: object) => (events.length > 0 ? [profile, ...events] : profile);
  const titles = tiles.filter((tile) => tile.active && !isBlock(tile)).map((tile) => tile.title);
  const name = creator.display_name;
  const fallback =
    titles.length > 0
      ? t("The page of {name}: {titles}", { name, titles: joinByComma(titles.slice(0, 3)) })
      : t("The page of {name}", { name });
  const canonical = paths.creator(creator.handle);
  return {
    title: `${excerpt(creator.display_name, 60)} (@${creator.handle})`,
    description: excerpt(creator.bio?.trim() || fallback, 160),
    canonical,
    feed: paths.feed(creator.handle),
    picture: paths.creatorPreview(creator.handle, previewVersion),
    kind: "profile",
    ...(creator.plan === "creator" && { siteName: creator.display_name }),
    language: creator.language,
    isLaterPart: model.from > 0,
    facts: withEvents({
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      mainEntity: {
        "@type": "Person",
        name: creator.display_name,
        alternateName: `@${creator.handle}`,
        url: visitorUrl(site, canonical),
        ...(creator.bio ? { description: creator.bio } : {}),
        ...(creator.avatar_url ? { image: creator.avatar_url } : {}),
        ...(creator.socials.length > 0 ? { sameAs: creator.socials.map(({ url }) => url) } : {}),
      },
    }),
  };
}

/** JSON-LD in a script element that is not executed. No text can end that element. */
function structured(facts: object): string {
  return `<script type="application/ld+json">${JSON.stringify(facts).replaceAll("<", "\\u003c")}</script>`;
}

function refresh({ seconds, url }: NonNullable<Head["refresh"]>): string {
  return `<meta http-equiv="refresh" content="${seconds}; url=${escapeHtml(url)}">`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
