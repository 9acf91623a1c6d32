import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

/** A shop's counter: cool and exact, every tile a card with its price in the line of its name. */
export const counter: Theme = {
  label: "Counter",
  description: text("A shop's shelf, cool and exact"),
  accent: "#1f3fff",
  light: {
    ground: [0.962, 0.004, 250],
    surface: [1, 0, 0],
    line: [0.9, 0.006, 250],
    ink: [0.2, 0.012, 260],
    muted: [0.47, 0.015, 255],
    letters: [
      [0.46, 0.13, "accent"],
      [0.34, 0.03, 255],
      [0.48, 0.1, ["accent", 45]],
      [0.42, 0.02, 255],
      [0.42, 0.12, ["accent", -35]],
    ],
  },
  dark: {
    ground: [0.17, 0.008, 260],
    surface: [0.22, 0.01, 260],
    line: [0.33, 0.012, 258],
    ink: [0.965, 0.004, 250],
    muted: [0.75, 0.012, 255],
    letters: [
      [0.45, 0.13, "accent"],
      [0.36, 0.03, 255],
      [0.46, 0.1, ["accent", 45]],
      [0.42, 0.02, 255],
      [0.42, 0.12, ["accent", -35]],
    ],
  },
  fonts: "shop",
  background: "plain",
  tileShape: "square",
  layout: "grid",
  alignment: "start",
  avatarOnCover: false,
  radius: [8, 14, 10],
  css: `
.page{max-width:1000px;padding-top:20px}
.creator-header{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:0 18px;align-items:center;padding-bottom:22px;border-bottom:1px solid var(--line)}
.creator-header>:first-child{grid-area:1/1/3/2;width:72px!important;height:72px!important;border-radius:18px!important}
.creator-name{grid-area:1/2;align-self:end;margin:0;font-size:clamp(1.45rem,4.4cqi,2.1rem);letter-spacing:-.035em;line-height:1.1}
.creator-handle{grid-area:2/2;align-self:start;margin:0}
.creator-bio{grid-area:3/1/4/-1;max-width:44em;margin-top:18px;color:var(--muted);text-wrap:pretty}
.creator-actions{grid-area:1/3/3/4;margin:0}
.socials{grid-area:4/1/5/-1;margin-top:4px}
@media(max-width:639px){.creator-actions{grid-area:5/1/6/-1;margin-top:12px}}
#tiles{margin-top:24px}`,
  gridCss: `
:root{--tile-gap:clamp(8px,1.8cqi,18px);--tile-inset:2px}
.tiles{row-gap:var(--gap)}
.tile{position:relative;overflow:hidden;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface)}
.tile .tile-picture{border-radius:0}
.tile-name{margin:10px clamp(8px,1.6cqi,16px) 14px;font-size:clamp(12px,1.9cqi + 3px,16px);font-weight:600;letter-spacing:-.01em}
.tile-chip{bottom:8px;inset-inline:8px;border-radius:7px;background:var(--surface);color:var(--ink)}
.tile-kind{top:8px;inset-inline-end:8px;border-radius:7px;background:var(--surface);color:var(--muted)}
.tile:not(.is-off):hover{border-color:var(--muted)}`,
};
