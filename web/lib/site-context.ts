import { createContext, use } from "react";
import { DEFAULT_SITE, type Site } from "../../contract/rules/site.ts";

/** The site whose pages and emails are rendered. */
export const SiteContext = createContext<Site>(DEFAULT_SITE);

export const useSite = (): Site => use(SiteContext);

/** Returns the site that the console's document names, or the product's own. */
export const readSite = (json: string | undefined): Site =>
  json === undefined ? DEFAULT_SITE : (JSON.parse(json) as Site);
