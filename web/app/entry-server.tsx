import { renderToString } from "react-dom/server";
import type { PageModel, PageSite, RenderedPage } from "../../contract/pages.ts";
import { CheckoutArea } from "../storefront/checkout/checkout-area.tsx";
import { CreatorArea } from "../storefront/creator/creator-area.tsx";
import { headOf } from "../storefront/head.ts";
import { LandingPage } from "../storefront/landing/landing-page.tsx";
import { LegalArea } from "../storefront/legal/legal-area.tsx";
import { type AreaComponents, areaOf, modulesOf, renderPage } from "../storefront/pages.ts";
import { SandboxArea } from "../storefront/sandbox/sandbox-area.tsx";
import { UnsubscribePage } from "../storefront/unsubscribe/unsubscribe-page.tsx";
import { HasDemo } from "../widgets/demo-link.tsx";

const AREAS: AreaComponents = {
  landing: LandingPage,
  creator: CreatorArea,
  legal: LegalArea,
  checkout: CheckoutArea,
  sandbox: SandboxArea,
  unsubscribe: UnsubscribePage,
};

/** Renders a page: markup for the head and for the root element, and what the browser loads. */
export function render(model: PageModel, site: PageSite): RenderedPage {
  const page = renderPage(AREAS[areaOf(model)], { model, site });
  return {
    head: headOf(model, site),
    body: renderToString(<HasDemo value={site.hasDemo !== false}>{page}</HasDemo>),
    modules: modulesOf(model),
  };
}
