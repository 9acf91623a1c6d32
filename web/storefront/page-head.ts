import type { Language } from "../../contract/languages.ts";

/** What the head of a page says of it. */
export type Head = {
  /** Of title and description; absent for texts of the product. */
  language?: Language;
  title: string;
  description: string;
  /** Path of the page's one true address; null for pages that nobody should find by searching. */
  canonical: string | null;
  /** Path or URL of the picture that other sites show beside a link. */
  picture?: string;
  /** What search engines may read of it (https://schema.org). */
  facts?: object;
  /** Who is named as the site in link previews; the product without. */
  siteName?: string;
  kind?: "website" | "profile" | "product";
  /** Further properties of https://ogp.me. */
  properties?: Readonly<Record<string, string>>;
  /** What the browser loads next by itself, without scripts. */
  refresh?: { seconds: number; url: string };
  /** A later part of a page: search engines know the page by its first part. */
  isLaterPart?: boolean;
};
