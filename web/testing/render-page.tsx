import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { onTestFinished } from "vitest";
import "../app/storefront.css";
import type { PageModel } from "../../contract/pages.ts";
import { startEnhancements } from "../storefront/enhance/enhance.ts";
import { ENHANCEMENTS } from "../storefront/enhancements/index.ts";
import { Page } from "../storefront/page.tsx";

const SITE = { publicUrl: "https://tessera.example" };

type Options = {
  /** False shows what visitors have before the script runs, or without it. */
  withScripts?: boolean;
};

/** Shows a public page as visitors get it: rendered as the server does, then enhanced by its script. */
export function renderPage(model: PageModel, options?: Options) {
  return renderMarkup(<Page model={model} site={SITE} />, options);
}

/** Shows a part of a public page in the same way. */
export function renderMarkup(part: ReactNode, { withScripts = true }: Options = {}) {
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
