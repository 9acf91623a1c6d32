import { text } from "../../../contract/texts.ts";
import type { Theme } from "../theme.ts";

const LETTERS: Theme["light"]["letters"] = [
  [0.45, 0.2, "accent"],
  [0.48, 0.15, ["accent", 60]],
  [0.42, 0.12, ["accent", -60]],
  [0.38, 0.16, ["accent", 25]],
  [0.45, 0.1, ["accent", 130]],
];

/** A game's menu: one width of letters, scan lines, cut corners, a glow. */
export const arcade: Theme = {
  label: "Arcade",
  description: text("A game's menu with a glow"),
  accent: "#7c4dff",
  light: {
    ground: [0.95, 0.022, "accent"],
    surface: [0.985, 0.01, "accent"],
    line: [0.76, 0.07, "accent"],
    ink: [0.24, 0.07, "accent"],
    muted: [0.46, 0.08, "accent"],
    behind: { "ground-2": [0.925, 0.032, "accent"] },
    letters: LETTERS,
  },
  dark: {
    ground: [0.165, 0.04, "accent"],
    surface: [0.21, 0.055, "accent"],
    line: [0.43, 0.14, "accent"],
    ink: [0.95, 0.025, "accent"],
    muted: [0.76, 0.07, "accent"],
    behind: { "ground-2": [0.2, 0.05, "accent"] },
    letters: LETTERS,
  },
  fonts: "code",
  backgroundCss:
    "body{background:repeating-linear-gradient(0deg,var(--ground-2) 0 1px,#0000 0 32px),repeating-linear-gradient(90deg,var(--ground-2) 0 1px,#0000 0 32px) 50% 0 var(--ground)}",
  background: "pattern",
  tileShape: "square",
  layout: "grid",
  alignment: "start",
  avatarOnCover: false,
  radius: [0, 0, 0],
  css: `
.creator-header{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 18px;padding:clamp(16px,4cqi,28px);border:2px solid var(--primary);background:var(--surface);box-shadow:0 0 0 1px var(--ground),8px 8px 0 var(--line)}
.creator-header>:first-child{grid-area:1/1/4/2;width:clamp(76px,20cqi,132px)!important;height:clamp(76px,20cqi,132px)!important;border-radius:0!important;outline:2px solid var(--primary);outline-offset:3px}
.creator-name{margin:0;font-size:clamp(1.35rem,6.6cqi,2.7rem);letter-spacing:-.055em;line-height:1.05}
.creator-name>:first-child::after{margin-inline-start:.12em;color:var(--primary);content:"▮";animation:blink 1.1s steps(1) infinite}
@keyframes blink{50%{opacity:0}}
@media(prefers-reduced-motion:reduce){.creator-name>:first-child::after{animation:none}}
.creator-handle{margin-top:6px;color:var(--primary);font-size:14px}
.creator-bio{margin-top:8px;font-size:15px;text-wrap:pretty}
.socials,.creator-actions{grid-column:1/-1}
.creator-actions{margin-top:12px}
@media(max-width:479px){.creator-bio{grid-column:1/-1;margin-top:16px}}
.button{border-width:2px;font-weight:700}
.button.is-primary{box-shadow:4px 4px 0 var(--line)}
.button.is-plain{border-color:var(--primary);background:var(--surface);color:var(--primary)}
.button.is-primary:active{transform:translate(4px,4px);box-shadow:none}
:where(:not(.is-wide,.is-wide *,.is-full *))>.tile-letter{font-size:44cqi}
.tile-chip,.tile-kind{border-radius:0}
.tile-chip{background:var(--button);color:var(--on-button)}
.dialog{border:2px solid var(--primary)}`,
  // Physical `right` and `left`: the pictures are cut at the same corners in both directions.
  gridCss: `
:root{--tile-inset:16px}
.tile{position:relative;isolation:isolate;padding:8px 8px 12px;border-radius:0;background:var(--line);clip-path:polygon(0 0,calc(100% - 18px) 0,100% 18px,100% 100%,18px 100%,0 calc(100% - 18px))}
.tile::before{position:absolute;z-index:-1;inset:2px;background:var(--surface);clip-path:polygon(0 0,calc(100% - 17px) 0,100% 17px,100% 100%,17px 100%,0 calc(100% - 17px));content:""}
.tile:not(.is-off):hover{background:var(--primary)}
.tile .tile-picture{clip-path:polygon(0 0,calc(100% - 14px) 0,100% 14px,100% 100%,0 100%)}
.tile-kind{right:auto;left:4cqi}
.tile-name{font-size:clamp(11px,2cqi + 3px,14px);font-weight:700;letter-spacing:-.03em}`,
  listCss: `
.tile{border-width:2px}
.tile:not(.is-off):hover{border-color:var(--primary);transform:translateX(6px)}
.tile-name::before{color:var(--primary);content:"> "}`,
};
