import "./storefront.css";
import type { PageModel, PageSite } from "../../contract/pages.ts";
import { readShownTiles } from "../storefront/creator/shown-tiles.ts";
import { hydrateOnInteraction } from "../storefront/hydrate-on-interaction.ts";
import { followMenu } from "../storefront/landing/menu.ts";
import { type AreaComponents, areaOf, renderPage, scriptsOf } from "../storefront/pages.ts";
import { trackVisit } from "../storefront/track-visit.ts";

/** The same components as on the server, each area in a file of its own: a creator's page loads no landing page. */
const AREAS: { [A in keyof AreaComponents]: () => Promise<AreaComponents[A]> } = {
  landing: async () => (await import("../storefront/landing/landing-page.tsx")).LandingPage,
  creator: async () => (await import("../storefront/creator/creator-area.tsx")).CreatorArea,
  legal: async () => (await import("../storefront/legal/legal-area.tsx")).LegalArea,
  checkout: async () => (await import("../storefront/checkout/checkout-area.tsx")).CheckoutArea,
  sandbox: async () => (await import("../storefront/sandbox/sandbox-area.tsx")).SandboxArea,
  unsubscribe: async () => (await import("../storefront/unsubscribe/unsubscribe-page.tsx")).UnsubscribePage,
};

function start(root: HTMLElement, text: string) {
  // Written by our own server for this very page, from the same types.
  const { model, site }: { model: PageModel; site: PageSite } = JSON.parse(text);
  const hydratePage = async () => {
    const [area, { hydrate }] = await Promise.all([AREAS[areaOf(model)](), import("./hydrate.tsx")]);
    await hydrate(root, renderPage(area, { model, site }), site);
  };
  if (model.page === "creator") trackVisit(model.creator.id);
  if (model.page === "landing") followMenu();

  const scripts = scriptsOf(model);
  // A long page that is returned to is loaded as far as it was shown.
  if (scripts === "now" || (scripts === "on interaction" && readShownTiles())) void hydratePage();
  else if (scripts === "on interaction") hydrateOnInteraction(hydratePage);
}

const root = document.getElementById("root");
const text = document.getElementById("model")?.textContent;
if (root && text) start(root, text);
