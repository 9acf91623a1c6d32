import { t, text } from "../texts.ts";
import { PRODUCT_NAME } from "./brand.ts";
import { DEFAULT_PLANS, type Plans } from "./plans.ts";

/** The operator's legal documents, in the order of their links. */
export const SITE_DOCUMENTS = ["imprint", "privacy", "terms"] as const;
export type SiteDocument = (typeof SITE_DOCUMENTS)[number];

/** The documents that users accept when they register, and again after a change. */
export const ACCEPTED_DOCUMENTS = ["terms", "privacy"] as const satisfies readonly SiteDocument[];
export type AcceptedDocument = (typeof ACCEPTED_DOCUMENTS)[number];

export const DOCUMENT_LABELS: Record<SiteDocument, string> = {
  imprint: text("Imprint"),
  privacy: text("Privacy"),
  terms: text("Terms"),
};

/** The operator's site, as users meet it on its pages and in its emails. */
export type Site = {
  name: string;
  /** The URL path of a square PNG in place of the product's logo, or null. */
  logo: string | null;
  /** The operator's email for users, or null. */
  contact: string | null;
  /** The path of each document of the operator, or its URL on another site. */
  documents: Readonly<Partial<Record<SiteDocument, string>>>;
  /** False if the operator has switched the demo creator off, so that no page links to it. */
  hasDemo: boolean;
  /** True if creators can show their page under their own domains. */
  hasDomains: boolean;
  plans: Plans;
};

/** The site of an operator who has configured none. */
export const DEFAULT_SITE: Site = {
  name: PRODUCT_NAME,
  logo: null,
  contact: null,
  documents: {},
  hasDemo: true,
  hasDomains: false,
  plans: DEFAULT_PLANS,
};

/** A link in the footer of each page and email. */
export type SiteLink = { label: string; href: string };

/** Returns the links of the site's operator: URLs or paths. */
export function siteLinks({ contact, documents }: Site): SiteLink[] {
  const legal = SITE_DOCUMENTS.flatMap((name) => {
    const href = documents[name];
    return href === undefined ? [] : [{ label: t(DOCUMENT_LABELS[name]), href }];
  });
  return contact === null ? legal : [{ label: t("Contact"), href: `mailto:${contact}` }, ...legal];
}
