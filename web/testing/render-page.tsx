import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { onTestFinished } from "vitest";
import type { PageModel } from "../../contract/pages/pages.ts";
import storefrontCss from "../app/storefront.css?inline";
import { startEnhancements } from "../storefront/enhance/enhance.ts";
import { ENHANCEMENTS } from "../storefront/enhancements/index.ts";
import { Page } from "../storefront/page.tsx";
import { lookStyle } from "../themes/look.ts";

const SITE = { publicUrl: "https://tessera.example" };

type Options = {
  /** False shows what visitors have before the script runs, or without it. */
  withScripts?: boolean;
  /** Of a page with an appearance; otherwise the one that the browser prefers. */
  scheme?: "light" | "dark";
};

/** Shows a public page as visitors get it: rendered as the server does, then enhanced by its script. */
export function renderPage(model: PageModel, options?: Options) {
  if (model.appearance) addStyle(lookStyle(model.appearance, options?.scheme));
  return renderMarkup(<Page model={model} site={SITE} />, options);
}

function addStyle(css: string): void {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  onTestFinished(() => style.remove());
}

/** Shows a part of a public page in the same way. */
export function renderMarkup(part: ReactNode, { withScripts = true }: Options = {}) {
  // Only for the test: after it, the styles would compete with those of the console, which other files of the page show.
  addStyle(storefrontCss);
  const root = document.createElement("div");
  root.innerHTML = renderToStaticMarkup(part);
  document.body.append(root);
  const stop = withScripts ? startEnhancements(ENHANCEMENTS, root) : undefined;
  const unmount = () => {
    stop?.();
    root.remove();
  };
  onTestFinished(unmount);
  return { unmount };
}
