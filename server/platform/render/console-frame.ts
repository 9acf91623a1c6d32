import { BRAND_COLORS, MARK_SIZE, MARK_TILES } from "../../../contract/rules/brand.ts";
import { escapeHtml } from "../../../contract/rules/html.ts";
import type { Site } from "../../../contract/rules/site.ts";
import { t } from "../../../contract/texts.ts";

/** The frame around a page that the browser renders: the console's navigation, a card, or nothing. */
export type ConsoleFrame = "console" | "auth" | "none";

/** Returns the frame of a page by its path. */
export function frameOf(path: string): ConsoleFrame {
  if (path.startsWith("/demo")) return "none";
  return path.startsWith("/auth") ? "auth" : "console";
}

const colors = (scheme: "light" | "dark") => {
  const { ground, surface, line, ink, primary } = BRAND_COLORS[scheme];
  return `:root{--ground:${ground};--surface:${surface};--line:${line};--ink:${ink};--primary:${primary}}`;
};

/** The style of the frame, with the sizes of `web/app/console.css` and of the card in `web/auth/auth-layout.tsx`. The frame is hidden once the page is rendered. */
export const FRAME_STYLE = `<style>${colors("light")}@media(prefers-color-scheme:dark){${colors("dark")}}:root{color-scheme:light dark}body{margin:0;background:var(--ground);color:var(--ink)}#root:not(:empty)~.frame{display:none}.frame{display:grid;min-height:100dvh;grid-template:57px 1fr/minmax(0,1fr)}.frame *{box-sizing:border-box}.frame i{display:block;border-radius:12px;background:var(--line);opacity:.6}.frame svg{display:block}.frame-bar{padding:16px;border-bottom:1px solid var(--line);background:var(--surface)}.frame-places{position:fixed;inset:auto 0 0;display:grid;grid:auto-flow/repeat(5,40px);justify-content:space-around;padding:12px max(4px,50% - 280px) calc(13px + env(safe-area-inset-bottom));border-top:1px solid var(--line);background:var(--surface)}.frame-places i{height:32px}.frame-places i:nth-child(n+6){display:none}.frame-page{width:100%;max-width:1160px;margin-inline:auto;padding:24px 16px}.frame-page i{height:160px;margin-bottom:24px;border:1px solid var(--line);border-radius:16px;background:var(--surface);opacity:1}.frame-page i:first-child{width:min(280px,70%);height:40px;border:0;background:var(--line);opacity:.6}.frame-card{display:grid;align-content:center;justify-items:center;gap:24px;grid-row:1/-1;padding:32px 16px}.frame-card div{display:grid;gap:24px;width:100%;max-width:448px;padding:20px;border:1px solid var(--line);border-radius:20px;background:var(--surface)}.frame-card svg{margin:8px}.frame-card i{height:44px}@media(width<64rem) and (height<30rem){.frame{grid-template-rows:65px 1fr}.frame-bar{padding-block:20px}.frame-places{display:none}}@media(width>=40rem){.frame-page{padding:32px 20px}.frame-card{padding-block:48px}.frame-card div{padding:32px}}@media(width>=64rem){.frame{grid-template:1fr/88px minmax(0,1fr)}.frame-bar{padding:22px 31.5px;border-inline-end:1px solid var(--line);border-bottom:0}.frame-places{inset:68px auto auto;inset-inline-start:0;grid:auto-flow 32px/40px;gap:22px;width:87px;padding:10px 0;border:0}.frame-places i:nth-child(n){display:block}.frame.is-auth{grid-template-columns:1fr minmax(0,44%)}}@media(width>=80rem){.frame{grid-template-columns:232px minmax(0,1fr)}.frame-bar{padding-inline-start:24px}.frame-places{grid-auto-rows:20px;grid-template-columns:120px;gap:26px;justify-content:start;width:231px;padding:12px 24px}.frame-places i{height:20px}}@media print{.frame{display:none}}</style><noscript><style>.frame{display:none}</style></noscript>`;

/** Returns the frame that is shown until the page is rendered. It needs no script and no other file. */
export function frameMarkup(frame: ConsoleFrame, { logo }: Pick<Site, "logo">): string {
  const bars = (count: number) => "<i></i>".repeat(count);
  if (frame === "none") return "";
  const parts =
    frame === "auth"
      ? `<div class="frame-card">${mark(28, logo)}<div>${bars(6)}</div></div>`
      : `<div class="frame-bar">${mark(24, logo)}<div class="frame-places">${bars(8)}</div></div><div class="frame-page">${bars(4)}</div>`;
  return `<div class="frame is-${frame}" role="status" aria-label="${escapeHtml(t("Loading"))}">${parts}</div>`;
}

function mark(size: number, logo: string | null): string {
  if (logo) return `<img src="${logo}" width="${size}" height="${size}" alt="">`;
  const tiles = MARK_TILES.map(({ x, y, isSet }) => {
    const fill = isSet ? 'fill="var(--primary)"' : 'fill="currentColor" opacity=".28"';
    return `<rect x="${x}" y="${y}" width="6" height="6" rx="2" ${fill}/>`;
  });
  return `<svg width="${size}" height="${size}" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}" aria-hidden="true">${tiles.join("")}</svg>`;
}
