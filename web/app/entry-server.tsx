import { renderToStaticMarkup } from "react-dom/server";
import type { PageModel, PageSite, RenderedPage } from "../../contract/pages.ts";
import { headOf } from "../storefront/head.ts";
import { Page } from "../storefront/page.tsx";
import { HasDemo } from "../widgets/demo-link.tsx";

/** Renders a page: markup for the head and for the body, and whether it has something for scripts to do. */
export function render(model: PageModel, site: PageSite): RenderedPage {
  const body = renderToStaticMarkup(
    <HasDemo value={site.hasDemo !== false}>
      <Page model={model} site={site} />
    </HasDemo>,
  );
  // No text can contain a quote that is not escaped.
  return { head: headOf(model, site), body, hasScripts: body.includes(' data-enhance="') };
}
