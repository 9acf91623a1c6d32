import type { PageModel, PageSite, RenderedPage } from "../../../contract/pages.ts";

const OPENING =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="color-scheme" content="light dark">';

/** The files of the build that a page loads. */
export type PageAssets = {
  headTags: string;
  /** The URL of the entry; null for a page without scripts. */
  script: string | null;
};

/** Returns a server-rendered page: its markup, and, if it has scripts, the model for hydration. */
export function pageDocument(input: {
  rendered: RenderedPage;
  model: PageModel;
  site: PageSite;
  assets: PageAssets;
}): string {
  const { rendered, model, site, assets } = input;
  const { headTags, script } = assets;
  const entry = script === null ? "" : `<script type="module" src="${script}"></script>`;
  const data = script === null ? "" : escapeJson(JSON.stringify({ model, site }));
  const json = data && `<script type="application/json" id="model">${data}</script>`;
  return `${OPENING}${rendered.head}${headTags}${entry}</head><body><div id="root">${rendered.body}</div>${json}</body></html>`;
}

/** The page that is rendered in the browser. */
export function consoleDocument(assets: PageAssets, { hasDemo = true }: Pick<PageSite, "hasDemo">): string {
  const demo = hasDemo ? "" : ' data-has-demo="false"';
  return `${OPENING}<title>Tessera</title><meta name="robots" content="noindex">${assets.headTags}<script type="module" src="${assets.script}"></script></head><body><div id="root"${demo}></div><noscript><p style="padding:2rem">This part of Tessera needs JavaScript. <a href="/" style="text-decoration:underline">Go to homepage</a></p></noscript></body></html>`;
}

/** Returns JSON that is safe in a script element: it contains no tag, comment or line separator. */
export function escapeJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
