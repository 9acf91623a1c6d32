import "./storefront.css";
import type { ReactNode } from "react";
import type { PageModel, PageSite } from "../../contract/pages.ts";
import { readShownTiles } from "../storefront/creator/shown-tiles.ts";
import { hydrateOnInteraction } from "../storefront/hydrate-on-interaction.ts";
import { trackVisit } from "../storefront/track-visit.ts";

/** The same as on the server, with the code of one area alone: a creator's page carries no landing page. */
async function renderPage(model: PageModel, site: PageSite): Promise<ReactNode> {
  switch (model.page) {
    case "landing": {
      const { LandingPage } = await import("../storefront/landing/landing-page.tsx");
      return <LandingPage signedIn={model.signedIn} />;
    }
    case "creator":
    case "creator-missing":
    case "creator-unavailable": {
      const { CreatorArea } = await import("../storefront/creator/creator-area.tsx");
      return <CreatorArea model={model} site={site} />;
    }
    case "sandbox-checkout":
    case "sandbox-onboarding":
    case "sandbox-missing": {
      const { SandboxArea } = await import("../storefront/sandbox/sandbox-area.tsx");
      return <SandboxArea model={model} />;
    }
    case "unsubscribe": {
      const { UnsubscribePage } = await import("../storefront/unsubscribe/unsubscribe-page.tsx");
      return <UnsubscribePage model={model} />;
    }
    default: {
      const { CheckoutArea } = await import("../storefront/checkout/checkout-area.tsx");
      return <CheckoutArea model={model} />;
    }
  }
}

function start(root: HTMLElement, text: string) {
  // Written by our own server for this very page, from the same types.
  const { model, site }: { model: PageModel; site: PageSite } = JSON.parse(text);
  const hydratePage = async () => {
    const [page, { hydrate }] = await Promise.all([renderPage(model, site), import("./hydrate.tsx")]);
    await hydrate(root, page, site);
  };
  if (site.viewerId) void offerFeedback(site.viewerId);
  if (model.page === "creator") trackVisit(model.creator.id);
  if (model.page === "landing")
    void import("../storefront/landing/menu.ts").then((menu) => menu.followMenu());

  const isRendered = root.firstElementChild !== null;
  if (isRendered && (model.page.startsWith("sandbox-") || model.page === "unsubscribe")) return; // plain forms
  if (isRendered && model.page === "landing" && !model.signedIn) return; // links and a native menu: nothing to bring to life
  // A long page that is returned to is loaded as far as it was shown.
  const canWait = model.page === "creator" && model.openTileId === null && !readShownTiles();
  if (isRendered && canWait) hydrateOnInteraction(hydratePage);
  else void hydratePage();
}

/** For whoever is signed in; a page is whole without it. */
async function offerFeedback(viewerId: number) {
  const loaded = await import("./show-feedback.ts").catch(() => null);
  await loaded?.showFeedback(viewerId);
}

const root = document.getElementById("root");
const text = document.getElementById("model")?.textContent;
if (root && text) start(root, text);
