import { renderToString } from "react-dom/server";
import type { PageModel, PageSite, RenderedPage } from "../../contract/pages.ts";
import { CheckoutArea } from "../storefront/checkout/checkout-area.tsx";
import { CreatorArea } from "../storefront/creator/creator-area.tsx";
import { headOf } from "../storefront/head.ts";
import { LandingPage } from "../storefront/landing/landing-page.tsx";
import { HasDemo } from "../storefront/layout/demo-link.tsx";
import { SandboxArea } from "../storefront/sandbox/sandbox-area.tsx";
import { UnsubscribePage } from "../storefront/unsubscribe/unsubscribe-page.tsx";

/** Draws a page: markup for the head and for the root element. */
export function render(model: PageModel, site: PageSite): RenderedPage {
  return {
    head: headOf(model, site),
    body: renderToString(<HasDemo value={site.hasDemo !== false}>{renderPage(model, site)}</HasDemo>),
  };
}

function renderPage(model: PageModel, site: PageSite) {
  switch (model.page) {
    case "landing":
      return <LandingPage signedIn={model.signedIn} />;
    case "creator":
    case "creator-missing":
    case "creator-unavailable":
      return <CreatorArea model={model} site={site} />;
    case "sandbox-checkout":
    case "sandbox-onboarding":
    case "sandbox-missing":
      return <SandboxArea model={model} />;
    case "unsubscribe":
      return <UnsubscribePage model={model} />;
    default:
      return <CheckoutArea model={model} />;
  }
}
