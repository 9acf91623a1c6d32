import type { PageSite, RenderedPage } from "../../../contract/pages/pages.ts";
import { directionOf } from "../../../contract/rules/directions.ts";
import { escapeHtml } from "../../../contract/rules/html.ts";
import type { Language } from "../../../contract/rules/languages.ts";
import { DEFAULT_SITE, type Site } from "../../../contract/rules/site.ts";
import { t } from "../../../contract/texts.ts";
import { inLanguage } from "../../../contract/translation.ts";
import { textPaths } from "../locales/console-texts.ts";
import { type ConsoleFrame, FRAME_STYLE, frameMarkup } from "./console-frame.ts";

const HEAD =
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="color-scheme" content="light dark">';

/** Returns the start of a page: title and description are in `language`, and the product's texts in that of the body. */
function openingIn(language: Language, ofBody: Language): { opening: string; body: string } {
  const direction = directionOf(language) === "rtl" ? ' dir="rtl"' : "";
  return {
    opening: `<!doctype html><html lang="${language}"${direction}>${HEAD}`,
    body: ofBody === language ? "<body>" : `<body lang="${ofBody}">`,
  };
}

/** The files of the build that a page loads. */
export type PageAssets = {
  headTags: string;
  /** The URL of the script. */
  script: string;
};

/** Returns a server-rendered page, with its script only if the page has scripts. */
export function pageDocument(rendered: RenderedPage, { headTags, script }: PageAssets): string {
  const entry = rendered.hasScripts ? `<script type="module" src="${script}"></script>` : "";
  const fonts = fontPreloads(rendered.fonts);
  const { opening, body } = openingIn(rendered.language ?? "en", rendered.bodyLanguage ?? "en");
  return `${opening}${rendered.head}${fonts}${headTags}${rendered.style}${entry}</head>${body}${rendered.body}</body></html>`;
}

/** Returns the elements that preload fonts. */
function fontPreloads(urls: readonly string[]): string {
  return urls
    .map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`)
    .join("");
}

/** The built files that a page of the console loads. The styles come after the frame, so that the frame is shown before they are loaded. */
export type ConsoleAssets = PageAssets & { styleTags: string };

const iconOf = ({ logo }: Site) =>
  logo ? `<link rel="icon" href="${logo}">` : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';

/** Returns the document of a page of the console. It shows the frame at once, and the page's script renders the contents. */
export function consoleDocument(
  assets: ConsoleAssets,
  { name, logo, contact, documents, hasDemo, hasDomains, plans }: PageSite,
  { frame, language }: { frame: ConsoleFrame; language: Language },
): string {
  const own: Site = { name, logo, contact, documents, hasDemo, hasDomains, plans };
  const isOwn = JSON.stringify(own) !== JSON.stringify(DEFAULT_SITE);
  const about = isOwn ? ` data-site="${escapeHtml(JSON.stringify(own))}"` : "";
  const { opening, body } = openingIn(language, language);
  // Scripts run in the order of the document, so that the console finds its texts.
  const scripts = [...textPaths(language, frame), assets.script].map(
    (url) => `<script type="module" src="${url}"></script>`,
  );
  const shown = inLanguage(language, () => ({ frame: frameMarkup(frame, own), noScript: noScriptMarkup() }));
  return `${opening}<title>${escapeHtml(own.name)}</title><meta name="robots" content="noindex">${iconOf(own)}${FRAME_STYLE}${assets.headTags}${scripts.join("")}</head>${body}<div id="root"${about}></div>${shown.frame}${assets.styleTags}${shown.noScript}</body></html>`;
}

function noScriptMarkup(): string {
  const title = escapeHtml(t("Switch on JavaScript"));
  const about = escapeHtml(
    t("This part of the site needs JavaScript. Pages of creators, checkouts and orders work without it."),
  );
  return `<noscript><main style="display:grid;min-height:100dvh;place-content:center;justify-items:center;gap:1rem;padding:1.5rem;text-align:center"><h1 style="font-size:1.875rem">${title}</h1><p class="text-muted">${about}</p><a href="/" class="button is-primary">${escapeHtml(t("Go to homepage"))}</a></main></noscript>`;
}
