import { PRODUCT_NAME } from "./brand.ts";
import { DEFAULT_PLANS, type Plans } from "./plans.ts";

/** The operator's site, as users meet it on its pages and in its emails. */
export type Site = {
  name: string;
  /** The URL path of a square PNG in place of the product's logo, or null. */
  logo: string | null;
  /** The operator's email for users, or null. */
  contact: string | null;
  /** False if the operator has switched the demo creator off, so that no page links to it. */
  hasDemo: boolean;
  plans: Plans;
};

/** The site of an operator who has configured none. */
export const DEFAULT_SITE: Site = {
  name: PRODUCT_NAME,
  logo: null,
  contact: null,
  hasDemo: true,
  plans: DEFAULT_PLANS,
};

/** A link in the footer of each page and email. */
export type SiteLink = { label: string; href: string };

/** Returns the links of the site's operator: a URL or a path. */
export function siteLinks({ contact }: Site): SiteLink[] {
  return contact === null ? [] : [{ label: "Contact", href: `mailto:${contact}` }];
}
