import type { Branding } from "../../contract/api/appearance.ts";
import { PRODUCT_NAME } from "../../contract/rules/brand.ts";
import type { Language } from "../../contract/rules/languages.ts";

/** The metadata of a page. */
export type Head = {
  /** Of title and description; absent for texts of the product. */
  language?: Language;
  title: string;
  description: string;
  /** The canonical path; null for pages that search engines must not list. */
  canonical: string | null;
  /** Path or URL of the image of link previews. */
  picture?: string;
  /** What search engines may read of it (https://schema.org). */
  facts?: object;
  /** Who is named as the site in link previews; the product without. */
  siteName?: string;
  kind?: "website" | "profile" | "product" | "article";
  /** Further properties of https://ogp.me. */
  properties?: Readonly<Record<string, string>>;
  /** What the browser loads next by itself, without scripts. */
  refresh?: { seconds: number; url: string };
  /** A later part of a page: search engines know the page by its first part. */
  isLaterPart?: boolean;
};

export const PROMISE = "Your links, products and tips side by side like tiles, at one address that is yours.";

/** Of pages that search engines must not list. */
export function hidden(title: string, { brand }: Branding): Head {
  const [name, description] = brand ? [brand.display_name, brand.display_name] : [PRODUCT_NAME, PROMISE];
  return { title: `${title.replace(/\.$/, "")} · ${name}`, description, canonical: null };
}
