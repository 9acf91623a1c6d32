import type { Branding } from "../../contract/api/appearance.ts";
import type { Language } from "../../contract/rules/languages.ts";
import type { Site } from "../../contract/rules/site.ts";
import { t, text } from "../../contract/texts.ts";

/** The metadata of a page. */
export type Head = {
  /** The language of title and description; absent for texts of the product. */
  language?: Language;
  title: string;
  description: string;
  /** The canonical path, or null for pages outside search engines. */
  canonical: string | null;
  /** The path of the Atom feed. */
  feed?: string;
  /** Path or URL of the image of link previews. */
  picture?: string;
  /** Structured data for search engines (https://schema.org). */
  facts?: object;
  /** The name in link previews in place of the site's. */
  siteName?: string;
  kind?: "website" | "profile" | "product" | "article";
  /** Further properties of https://ogp.me. */
  properties?: Readonly<Record<string, string>>;
  /** URLs that the browser prefetches without scripts. */
  refresh?: { seconds: number; url: string };
  /** True for a later part of a page, because search engines index only the first part. */
  isLaterPart?: boolean;
};

export const PROMISE = text(
  "Your links, products and tips side by side like tiles, at one address that is yours.",
);

/** The head of pages outside search engines. */
export function hidden(title: string, { brand }: Branding, site: Site): Head {
  const [name, description] = brand ? [brand.display_name, brand.display_name] : [site.name, t(PROMISE)];
  return { title: `${title.replace(/\.$/, "")} · ${name}`, description, canonical: null };
}
