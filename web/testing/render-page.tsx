import { renderToStaticMarkup } from "react-dom/server";
import { onTestFinished } from "vitest";
import type { PageModel } from "../../contract/pages/pages.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import storefrontCss from "../app/storefront.css?inline";
import { startEnhancements } from "../storefront/enhance-runtime/enhance.ts";
import { ENHANCEMENTS } from "../storefront/enhancements/index.ts";
import { Page } from "../storefront/page.tsx";
import { pageStyles } from "../storefront/page-styles.ts";
import type { ProductModel } from "../storefront/product/product-page.tsx";
import { aProductPage } from "./buyer-entities.ts";

/** Parsed once for all pages. */
const storefrontSheet = new CSSStyleSheet();
storefrontSheet.replaceSync(storefrontCss);

const SITE = { ...DEFAULT_SITE, publicUrl: "https://tessera.example" };

type Options = {
  /** False shows the page before the script runs, or without it. */
  withScripts?: boolean;
  /** The scheme of a page with an appearance; the browser's by default. */
  scheme?: "light" | "dark";
};

/** Shows a public page as visitors get it: rendered like on the server, then enhanced by its script. */
export function renderPage(model: PageModel, { withScripts = true, scheme }: Options = {}) {
  // Remove them afterwards: they would compete with those of the next page and of the console, which other files show.
  const styles = document.createElement("style");
  styles.textContent = pageStyles(model, scheme);
  document.head.append(styles);
  document.adoptedStyleSheets.push(storefrontSheet);
  const root = document.createElement("div");
  root.innerHTML = renderToStaticMarkup(<Page model={model} site={SITE} />);
  document.body.append(root);
  const stop = withScripts ? startEnhancements(ENHANCEMENTS, root) : undefined;
  const unmount = () => {
    if (!styles.isConnected) return;
    stop?.();
    root.remove();
    styles.remove();
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(storefrontSheet), 1);
  };
  onTestFinished(unmount);
  return { unmount };
}

/** Shows the page of a product, with a tile by default. */
export const renderProduct = (changes: Partial<ProductModel> = {}, options?: Options) =>
  renderPage(aProductPage(changes), options);
