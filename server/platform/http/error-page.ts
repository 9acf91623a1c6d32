import { BRAND_COLORS, MARK_SIZE, MARK_TILES } from "../../../contract/rules/brand.ts";
import { directionOf } from "../../../contract/rules/directions.ts";
import { escapeHtml } from "../../../contract/rules/html.ts";
import type { Site } from "../../../contract/rules/site.ts";
import { texts } from "../../../contract/texts.ts";
import { currentLanguage } from "../../../contract/translation.ts";

const messages = texts("error_page", { requestId: "Request id for the operator: {id}" });

/**
 * Returns an error as an HTML page for browsers, in the current language. If a script sent the form, it shows the part `problem` in place.
 * It loads no other files than the operator's logo, which may be unavailable too.
 */
export function errorPage({
  title,
  text,
  requestId,
  action,
  site,
}: {
  title: string;
  /** May name a product. */
  text: string;
  /** Shown, so that the operator finds the failure in the log. */
  requestId?: string | undefined;
  action: { href: string; text: string };
  site: Site;
}): string {
  const language = currentLanguage();
  const direction = directionOf(language) === "rtl" ? ' dir="rtl"' : "";
  return `<!doctype html><html lang="${language}"${direction}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(site.name)}</title><style>${STYLE}</style></head><body><main>${site.logo ? `<img src="${site.logo}" width="36" height="36" alt="">` : MARK}<h1>${escapeHtml(title)}</h1><p data-part="problem">${escapeHtml(text)}</p>${requestId === undefined ? "" : `<p>${messages.requestId({ id: `<code>${requestId}</code>` })}</p>`}<a href="${escapeHtml(action.href)}">${escapeHtml(action.text)}</a></main></body></html>`;
}

export const brandVariables = (scheme: "light" | "dark") =>
  Object.entries(BRAND_COLORS[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
const STYLE = [
  `:root{${brandVariables("light")}}@media(prefers-color-scheme:dark){:root{${brandVariables("dark")}}}`,
  "body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}",
  "main{box-sizing:border-box;display:grid;min-height:100dvh;place-content:center;justify-items:center;gap:16px;padding:24px;text-align:center}",
  "h1{margin:0;font-size:30px;line-height:1.15;letter-spacing:-.02em}",
  "p{margin:0;max-width:24rem;color:var(--muted);text-wrap:balance}",
  "a{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border-radius:12px;background:var(--primary);color:var(--on-primary);font-weight:600;text-decoration:none}",
  "a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}",
].join("");

/** The logo: a grid of nine tiles, one of them highlighted. */
const MARK = `<svg width="36" height="36" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}" aria-hidden="true">${MARK_TILES.map(
  ({ x, y, isSet }) => {
    const look = isSet ? 'fill="var(--primary)"' : 'fill="currentColor" opacity=".28"';
    return `<rect x="${x}" y="${y}" width="6" height="6" rx="2" ${look}/>`;
  },
).join("")}</svg>`;
