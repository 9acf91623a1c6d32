import { renderToStaticMarkup } from "react-dom/server";
import type { PageModel, PageSite, RenderedPage } from "../../contract/pages/pages.ts";
import { headOf, styleOf } from "../storefront/head.ts";
import { documentLanguage } from "../storefront/layout/page-language.ts";
import { Page } from "../storefront/page.tsx";
import { lookFonts } from "../themes/look.ts";
import { HasDemo } from "../widgets/demo-link.tsx";

export {
  lookCorrections as correctionsOf,
  lookFonts as fontsOf,
  lookPrintColor as printColorOf,
} from "../themes/look.ts";

/** Removes what React adds before the markup to load its first images: a browser finds them in the same bytes, and also loads those that it does not show. */
const withoutPreloads = (body: string) => body.replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, "");

/** Renders a page: markup for the head and for the body, and whether it has something for scripts to do. */
export function render(model: PageModel, site: PageSite): RenderedPage {
  const body = withoutPreloads(
    renderToStaticMarkup(
      <HasDemo value={site.hasDemo !== false}>
        <Page model={model} site={site} />
      </HasDemo>,
    ),
  );
  // Nothing in a preview or a sample can be used. No text can contain a quote that is not escaped.
  const hasScripts = !site.scheme && model.page !== "theme-sample" && body.includes(' data-enhance="');
  return {
    head: headOf(model, site),
    style: styleOf(model, site),
    body,
    hasScripts,
    fonts: lookFonts(model.appearance),
    language: documentLanguage(model),
  };
}
