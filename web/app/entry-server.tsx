import { renderToStaticMarkup } from "react-dom/server";
import type { PageModel, PageSite, RenderedPage } from "../../contract/pages/pages.ts";
import { inLanguage } from "../../contract/translation.ts";
import { headOf, styleOf } from "../storefront/head.ts";
import { bodyLanguage, documentLanguage, languageOf } from "../storefront/layout/page-language.ts";
import { Page } from "../storefront/page.tsx";
import { lookFonts } from "../themes/look.ts";

export { setMessages } from "../../contract/texts.ts";
export { setDictionaries } from "../../contract/translation.ts";
export {
  lookCorrections as correctionsOf,
  lookFonts as fontsOf,
  lookPrintColor as printColorOf,
} from "../themes/look.ts";

/** Removes React's image preloads before the markup, because the browser finds the images in the same bytes and would preload hidden ones as well. */
const withoutPreloads = (body: string) => body.replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, "");

const same = (html: string) => html;

/** Returns functions that make uploaded images part of the page's own host: the head names URLs for other sites, the body paths. */
function withOwnImages({ publicUrl, own }: PageSite) {
  const images = `${publicUrl}/uploads/`;
  return {
    head: (html: string) => html.replaceAll(images, `${own?.origin}/uploads/`),
    body: (html: string) => html.replaceAll(images, "/uploads/"),
  };
}

/** Renders a page: markup for head and body, and whether it needs scripts. */
export function render(model: PageModel, site: PageSite): RenderedPage {
  return inLanguage(languageOf(model), () => renderInLanguage(model, site));
}

function renderInLanguage(model: PageModel, site: PageSite): RenderedPage {
  const local = site.own ? withOwnImages(site) : { head: same, body: same };
  const body = local.body(withoutPreloads(renderToStaticMarkup(<Page model={model} site={site} />)));
  // Previews and samples have no scripts. Texts cannot contain this attribute, because their quotes are escaped.
  const hasScripts = !site.scheme && model.page !== "theme-sample" && body.includes(' data-enhance="');
  return {
    head: local.head(headOf(model, site)),
    style: local.body(styleOf(model, site)),
    body,
    hasScripts,
    fonts: lookFonts(model.appearance),
    language: documentLanguage(model),
    bodyLanguage: bodyLanguage(model),
  };
}
