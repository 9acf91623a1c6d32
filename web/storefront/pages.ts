import { type ComponentType, createElement, type ReactNode } from "react";
import type { PageModel, PageSite } from "../../contract/pages.ts";

/**
 * What a page loads: nothing; the entry alone, which hydrates nothing; or the entry and the code of its area, hydrated
 * on the first interaction or at once.
 */
type PageScripts = "none" | "entry" | "on interaction" | "now";

/** Every server-rendered page. The server's entry, the browser's entry and the tags of the document follow this table. */
const PAGES = {
  landing: { area: "landing", scripts: "entry" },
  creator: { area: "creator", scripts: "on interaction" },
  "creator-missing": { area: "creator", scripts: "none" },
  "creator-unavailable": { area: "creator", scripts: "none" },
  legal: { area: "legal", scripts: "none" },
  "legal-missing": { area: "legal", scripts: "none" },
  "mock-checkout": { area: "checkout", scripts: "now" },
  "checkout-missing": { area: "checkout", scripts: "none" },
  "checkout-return": { area: "checkout", scripts: "none" },
  order: { area: "checkout", scripts: "now" },
  "order-missing": { area: "checkout", scripts: "none" },
  "sandbox-checkout": { area: "sandbox", scripts: "none" },
  "sandbox-payment": { area: "sandbox", scripts: "none" },
  "sandbox-onboarding": { area: "sandbox", scripts: "none" },
  "sandbox-missing": { area: "sandbox", scripts: "none" },
  unsubscribe: { area: "unsubscribe", scripts: "none" },
} as const satisfies Record<PageModel["page"], { area: string; scripts: PageScripts }>;

type Pages = typeof PAGES;
type AreaName = Pages[PageModel["page"]]["area"];
type AreaModel<A extends AreaName> = Extract<
  PageModel,
  { page: { [P in keyof Pages]: Pages[P]["area"] extends A ? P : never }[keyof Pages] }
>;

/** The component that renders all pages of an area. */
export type AreaComponents = {
  [A in AreaName]: ComponentType<{ model: AreaModel<A>; site: PageSite }>;
};

/** The source files of the areas, for preloads. */
const MODULES: Record<AreaName, string> = {
  landing: "web/storefront/landing/landing-page.tsx",
  creator: "web/storefront/creator/creator-area.tsx",
  legal: "web/storefront/legal/legal-area.tsx",
  checkout: "web/storefront/checkout/checkout-area.tsx",
  sandbox: "web/storefront/sandbox/sandbox-area.tsx",
  unsubscribe: "web/storefront/unsubscribe/unsubscribe-page.tsx",
};

export const areaOf = ({ page }: PageModel): AreaName => PAGES[page].area;

/** Returns the page, given the component of the model's area. */
export function renderPage(
  component: AreaComponents[AreaName],
  props: { model: PageModel; site: PageSite },
): ReactNode {
  // The table above says that the component takes this model.
  return createElement(component as ComponentType<typeof props>, props);
}

export function scriptsOf(model: PageModel): PageScripts {
  // Logging out is a request; all else on the landing page is links.
  if (model.page === "landing" && model.signedIn) return "on interaction";
  // The dialog of a tile becomes modal as soon as possible.
  if (model.page === "creator" && model.openTileId !== null) return "now";
  return PAGES[model.page].scripts;
}

/** Returns the source files that the browser loads after its entry; null for a page without scripts. */
export function modulesOf(model: PageModel): string[] | null {
  const scripts = scriptsOf(model);
  if (scripts === "none") return null;
  return scripts === "entry" ? [] : ["web/app/hydrate.tsx", MODULES[areaOf(model)]];
}
